package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.environment.FunctionContainers;
import dev.effectivelyonce.integration.stack.Click;
import dev.effectivelyonce.integration.stack.ClickStream;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.Json;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.OutcomeLog;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.lambda.model.EventSourcePosition;
import software.amazon.awssdk.services.lambda.model.FunctionResponseType;

/** The stream of clicks, and the function that appends each click once to its visitor's list. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.CLICKS)
class KinesisIT {

  private final DeployedStack stack;
  private final ClickStream stream;
  private final OutcomeLog log;
  private final String visitor;

  KinesisIT(DeployedStack stack) {
    this.stack = stack;
    this.stream = new ClickStream(stack.endpoint(), stack.outputs().value("ClicksStreamName"));
    // LocalStack logs there, whatever group the template names.
    this.log = new OutcomeLog(stack.endpoint(), "/aws/lambda/" + function());
    this.visitor = stack.newName("visitor");
  }

  @Test
  void copiesOfAClickUnderOtherPositionsPartitionKeysAndShardsRunOnce() {
    String first = stack.newName("click");
    String second = stack.newName("click");
    String other = stack.newName("visitor");
    Click click = Click.of(first, visitor);

    stream.putFirst(click, click, click.under(other), Click.of(second, visitor), click);
    stream.putLast(click.under(other), click, Click.of(stack.newName("click"), other));

    awaitClicks(visitor, first, second);
    Eventually.holds("the last is read", () -> assertThat(stack.tables().clicks(other)).hasSize(1));
    Eventually.holds(
        "each of the five copies is told as one",
        () ->
            assertThat(outcomes(first))
                .hasSize(6)
                .containsOnlyOnce("EXECUTED")
                .containsOnly("EXECUTED", "DUPLICATE"));
    assertThat(stack.tables().clicks(visitor)).containsExactly(first, second);
  }

  @Test
  void aPoisonIsParkedOnceAndHoldsNothing() {
    String failing = stack.newName("click");
    String behind = stack.newName("click");
    String unreadable = stack.newName("no-json");

    stream.putFirst(
        Click.simulating(failing, visitor, "fail-permanent!"),
        new Click(visitor, unreadable),
        Click.of(behind, visitor));

    awaitClicks(visitor, behind);
    List<String> parked = new ArrayList<>();
    Eventually.holds(
        "both are parked",
        () -> {
          parked.addAll(parked());
          assertThat(parked)
              .anyMatch(it -> it.contains(failing))
              .anyMatch(it -> it.contains(unreadable));
        });
    stream.putFirst(Click.of(stack.newName("click"), visitor));
    Eventually.holds(
        "the shard goes on", () -> assertThat(stack.tables().clicks(visitor)).hasSize(2));
    parked.addAll(parked());
    assertThat(parked).hasSize(2);
  }

  @Test
  void aProcessThatDiesLosesNothingAndDoublesNothing() {
    String before = stack.newName("click");
    String crashing = stack.newName("click");
    String killed = stack.newName("click");
    String last = stack.newName("click");

    stream.putFirst(
        Click.of(before, visitor), Click.simulating(crashing, visitor, "crash-after-effect"));
    awaitClicks(visitor, before, crashing);
    stream.putFirst(Click.simulating(killed, visitor, "slow:2500"), Click.of(last, visitor));
    awaitStatus(killed, Status.INPROGRESS);
    killRuntime();

    awaitClicks(visitor, before, crashing, killed, last);
    assertThat(record(crashing).orElseThrow().attempt()).isGreaterThan(1);
    assertThat(record(killed).orElseThrow().attempt()).isGreaterThan(1);
  }

  /** The first click of the visitor takes so long that its second one is not begun. */
  @Test
  void aPartialResponseGoesOnFromTheLowestThatIsNotDone() {
    String slow = stack.newName("click");
    String notBegun = stack.newName("click");
    String besides = stack.newName("click");
    String other = stack.newName("visitor");
    holdThePoller();

    stream.putFirst(
        Click.simulating(slow, visitor, "slow:3100"),
        Click.of(notBegun, visitor),
        Click.of(besides, other));

    awaitClicks(visitor, slow, notBegun);
    assertThat(stack.tables().clicks(other)).containsExactly(besides);
    Eventually.holds(
        "what was done behind it is a duplicate, and what was done before it does not come",
        () -> {
          assertThat(outcomes(besides)).containsExactlyInAnyOrder("EXECUTED", "DUPLICATE");
          assertThat(outcomes(notBegun)).containsOnlyOnce("EXECUTED");
          assertThat(outcomes(slow)).containsExactly("EXECUTED");
        });
  }

  /** LocalStack reads a closed shard again and again, from its beginning. */
  @Test
  void clicksBeforeAndAfterAReshardingRunOnceThoughTheClosedShardIsReadAgain() {
    String before = stack.newName("click");
    String alsoBefore = stack.newName("click");
    String left = stack.newName("click");
    String right = stack.newName("click");
    ClickStream split = new ClickStream(stack.endpoint(), stack.newName("split"));
    String mapping = map(split.create());
    try {
      split.putFirst(Click.of(before, visitor), Click.of(alsoBefore, visitor));
      awaitClicks(visitor, before, alsoBefore);

      split.split();
      split.putFirst(Click.of(left, visitor), Click.of(before, visitor));
      split.putLast(Click.of(right, visitor), Click.of(alsoBefore, visitor));

      Eventually.holds(
          "what both new shards hold is there",
          () -> assertThat(stack.tables().clicks(visitor)).hasSize(4));
      Eventually.holds(
          "the closed shard is read again",
          () -> assertThat(outcomes(before)).hasSizeGreaterThan(3));
    } finally {
      stack.clients().lambda().deleteEventSourceMapping(delete -> delete.uuid(mapping));
      split.delete();
    }
    assertThat(stack.tables().clicks(visitor))
        .startsWith(before, alsoBefore)
        .containsExactlyInAnyOrder(before, alsoBefore, left, right);
    assertThat(outcomes(before)).containsOnlyOnce("EXECUTED").containsOnly("EXECUTED", "DUPLICATE");
  }

  /** Has the function read another stream too. */
  private String map(ClickStream other) {
    return stack
        .clients()
        .lambda()
        .createEventSourceMapping(
            create ->
                create
                    .eventSourceArn(other.arn())
                    .functionName(function() + ":" + Function.LIVE)
                    .startingPosition(EventSourcePosition.TRIM_HORIZON)
                    .functionResponseTypes(FunctionResponseType.REPORT_BATCH_ITEM_FAILURES))
        .uuid();
  }

  /** What is put while it is held comes in one batch. */
  private void holdThePoller() {
    String holding = stack.newName("click");
    stream.putFirst(Click.simulating(holding, stack.newName("visitor"), "slow:1000"));
    awaitStatus(holding, Status.INPROGRESS);
  }

  private void killRuntime() {
    FunctionContainers containers = new FunctionContainers(function());
    Instant now = Clock.systemUTC().instant();
    assertThat(containers.runningSince(now)).anyMatch(containers::killRuntime);
  }

  private void awaitStatus(String clickId, Status status) {
    Eventually.holds(
        clickId + " is " + status,
        () -> assertThat(record(clickId).map(RecordRow::status)).contains(status));
  }

  private void awaitClicks(String visitorId, String... clickIds) {
    Eventually.holds(
        "the clicks are there, each once and in order",
        () -> assertThat(stack.tables().clicks(visitorId)).containsExactly(clickIds));
  }

  private Optional<RecordRow> record(String clickId) {
    return stack.tables().record(Tables.recordId("clicks", clickId));
  }

  /** What the function's log tells of a click. */
  private List<String> outcomes(String clickId) {
    return log.of(Tables.recordId("clicks", clickId));
  }

  private String function() {
    return stack.outputs().value("ClicksFunctionName");
  }

  /** Takes parked records out of the queue, and returns their data. */
  private List<String> parked() {
    return stack.deadLetters("ClicksParkingQueueUrl").take().stream()
        .map(it -> dataOf(Json.read(it.body())))
        .toList();
  }

  private static String dataOf(JsonNode record) {
    byte[] data = Base64.getDecoder().decode(record.path("kinesis").path("data").asText());
    return new String(data, StandardCharsets.UTF_8);
  }
}
