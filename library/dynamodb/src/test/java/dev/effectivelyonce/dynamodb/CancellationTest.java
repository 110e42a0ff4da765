package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.store.CommitResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/** What the reasons of a cancelled transaction come to: of the record, and of two effects. */
class CancellationTest {
  private static final Unsuccessful FIRST = HandlerResult.fail("the first");
  private static final Unsuccessful SECOND = HandlerResult.fail("the second");
  private static final UnitOfWork UNIT =
      UnitOfWork.empty()
          .put(put -> put.tableName("t").item(Map.of()))
          .orElse(FIRST)
          .put(put -> put.tableName("u").item(Map.of()))
          .orElse(SECOND);

  private static Optional<CommitResult> result(String... codes) {
    List<CancellationReason> reasons =
        Stream.of(codes).map(code -> CancellationReason.builder().code(code).build()).toList();
    return new Cancellation(reasons, UNIT, 1).result();
  }

  @Test
  void theRecordsConditionComesFirst() {
    assertThat(result("ConditionalCheckFailed", "ConditionalCheckFailed", "TransactionConflict"))
        .contains(new CommitResult.Refused(Optional.empty()));
  }

  @Test
  void theFirstEffectWhoseConditionDoesNotHoldCounts() {
    assertThat(result("None", "None", "ConditionalCheckFailed"))
        .contains(new CommitResult.EffectRefused(SECOND));
    assertThat(result("None", "ConditionalCheckFailed", "ConditionalCheckFailed"))
        .contains(new CommitResult.EffectRefused(FIRST));
  }

  @Test
  void whatMayBeAnotherNextTimeIsTriedAgain() {
    assertThat(result("None", "TransactionConflict", "None")).isEmpty();
    assertThat(result("None", "None", "ThrottlingError")).isEmpty();
    assertThat(result("None", "ProvisionedThroughputExceeded", "None")).isEmpty();
  }

  /** An effect may have refused because this very commit has happened before. */
  @Test
  void anEffectSaysNothingWhileTheRecordCanNotBeLookedAt() {
    assertThat(result("TransactionConflict", "ConditionalCheckFailed", "None")).isEmpty();
  }

  @Test
  void whatIsInvalidFailsAndIsNamed() {
    assertThat(result("None", "None", "ValidationError"))
        .contains(
            new CommitResult.EffectRefused(
                HandlerResult.fail(
                    "Refused: DynamoDB refuses write 2 of the unit of work: ValidationError")));
  }

  @Test
  void reasonsThatAreMissingAreTriedAgain() {
    assertThat(result()).isEmpty();
  }
}
