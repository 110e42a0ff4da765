package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LogType;

/** The deployed watch of what is half done. */
@ExtendWith(OnLocalStack.class)
class UnsettledIT {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final DeployedStack stack;
  private final IdempotencyStore store;

  UnsettledIT(DeployedStack stack) {
    this.stack = stack;
    this.store =
        new DynamoDbStore(
            stack.clients().dynamoDb(), stack.outputs().value("IdempotencyTableName"));
  }

  @Test
  void aRequestThatStoppedHalfWayIsMeasuredUntilItIsSettled() {
    Instant now = Clock.systemUTC().instant();
    IdempotencyRecord halfDone = halfDone(now.minus(Duration.ofHours(2)));
    try {
      assertThat(looked()).containsPattern("\"consumer\":\"payments-api\",\"unsettled.oldest\":72");
    } finally {
      written(store.settle(halfDone, Settlement.COMPLETED, WriteTimestamp.of(now, DAY)));
    }

    assertThat(looked()).contains("\"consumer\":\"payments-api\",\"unsettled.oldest\":0");
  }

  @Test
  @ResourceLock(Uses.ORDERS)
  void aSourceThatNobodyReadsIsMeasuredUntilItIsReadAgain() {
    assertThat(looked()).contains("\"consumer\":\"turnover\",\"source.stopped\":0");
    String mapping = mappingOf(stack.outputs().value("TurnoverFunctionName"));
    stack.clients().lambda().updateEventSourceMapping(it -> it.uuid(mapping).enabled(false));
    try {
      Eventually.within(
          PATIENCE,
          "the stopped source is seen",
          () ->
              assertThat(looked())
                  .contains(
                      "\"consumer\":\"turnover\",\"source.stopped\":1",
                      "\"consumer\":\"clicks\",\"source.stopped\":0"));
    } finally {
      stack.clients().lambda().updateEventSourceMapping(it -> it.uuid(mapping).enabled(true));
    }

    Eventually.within(
        PATIENCE,
        "the source is read again",
        () ->
            assertThat(looked()).contains("\"consumer\":\"turnover\",\"source.stopped\":0"));
  }

  private String mappingOf(String function) {
    return stack
        .clients()
        .lambda()
        .listEventSourceMappings(list -> list.functionName(function + ":live"))
        .eventSourceMappings()
        .getFirst()
        .uuid();
  }

  private IdempotencyRecord halfDone(Instant since) {
    WriteTimestamp then = WriteTimestamp.of(since, DAY);
    Claim claim =
        new Claim(
            RecordId.of(new ConsumerName("payments-api"), BusinessKey.of(stack.newName("key"))),
            new AttemptId(stack.newName("owner")),
            since.plusSeconds(30),
            then,
            Optional.empty(),
            Optional.empty(),
            Claimant.unknown());
    Step begun = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord noted = written(store.note(written(store.claim(claim)), begun, then));
    return written(store.release(noted, new ErrorSummary("The gateway timed out"), then));
  }

  /** The end of the function's log. */
  private String looked() {
    InvokeResponse response =
        stack
            .clients()
            .lambda()
            .invoke(invoke -> invoke.functionName(watch()).logType(LogType.TAIL));
    assertThat(response.functionError()).as(response.payload().asUtf8String()).isNull();
    return new String(Base64.getDecoder().decode(response.logResult()), StandardCharsets.UTF_8);
  }

  private String watch() {
    return stack.clients().lambda().listFunctionsPaginator().functions().stream()
        .map(FunctionConfiguration::functionName)
        .filter(name -> name.contains("-Unsettled"))
        .findFirst()
        .orElseThrow();
  }

  private static IdempotencyRecord written(WriteResult result) {
    return ((WriteResult.Written) result).record();
  }
}
