package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is personal goes, and the event is done or failed as before. */
class EraseTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  @Test
  void aCompletedRecordLosesItsResultAndStaysCompletedAsLong() {
    IdempotencyRecord completed = bench.completed("O-1");

    Run run = bench.runAnswering("y\n", "erase --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("Erase what may be personal in it? [y/N]", "Erased.");
    assertThat(run.out()).contains("State         COMPLETED", "omitted, ERASED");
    assertThat(found().result()).isEqualTo(new Omitted(Reason.ERASED, 0));
    assertThat(found().status()).isEqualTo(Status.COMPLETED);
    assertThat(found().stamp()).isEqualTo(completed.stamp());
  }

  @Test
  void aFailedRecordLosesItsError() {
    bench.failed("O-1");

    assertThat(erase("--yes").exitCode()).isZero();
    assertThat(found().error()).contains(ErrorSummary.ERASED);
    assertThat(found().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void whatMayRunAgainIsRefusedWithTheRemedy() {
    IdempotencyRecord held = bench.held("O-1");

    Run run = erase("--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("The record is UNKNOWN", "Settle it as completed");
    assertThat(found()).isEqualTo(held);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--key=O-1", "--key-hash="})
  void whatAGoneRecordLeftInItsTrailIsErasedByKeyAndByHash(String option) {
    String name = option.endsWith("hash=") ? option + ID.keyHash() : option;
    bench.held("O-1");
    bench.run("settle retry --consumer=orders --key=O-1 --yes");
    bench
        .aws
        .dynamoDb()
        .deleteItem(
            it -> it.tableName(bench.table).key(Map.of("id", AttributeValue.fromS(ID.value()))));

    Run run = bench.runAnswering("y\n", "erase --consumer=orders", name, "--reason=T-7");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains(Bench.WHY.text(), "Erase what may be personal in what is left, its trail?");
    assertThat(run.out())
        .contains("State         ABSENT", "SETTLE, UNKNOWN -> RETRYABLE", "ERASE, by unknown")
        .contains(": T-7")
        .doesNotContain(Bench.WHY.text());
  }

  @Test
  void theTrailOfAForgottenRecordIsErasedAndTheRecordStaysForgotten() {
    bench.failed("O-1");
    bench.run("forget --consumer=orders --key=O-1 --yes");
    IdempotencyRecord forgotten = found();
    Run dry = erase("--dry-run", "--yes");
    assertThat(dry.exitCode()).isZero();
    assertThat(dry.err()).contains("its trail would be erased. Nothing was written.");
    assertThat(dry.out()).contains("FORGET, FAILED", Bench.WHY.text()).doesNotContain("ERASE");

    Run run = erase("--yes");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("FORGET, FAILED").doesNotContain(Bench.WHY.text());
    assertThat(found()).isEqualTo(forgotten);
  }

  @Test
  void aRecordWhoseRetentionHasPassedIsErasedUntilItIsDeleted() {
    IdempotencyRecord old =
        bench.claimed("O-1", Bench.NOW.minus(Bench.RETENTION), Optional.of("O-1"));
    Bench.written(bench.store().hold(old, Bench.WHY, old.stamp()));

    assertThat(erase("--yes").exitCode()).isZero();

    assertThat(found().readableKey()).isEmpty();
    assertThat(found().error()).contains(ErrorSummary.ERASED);
  }

  @Test
  void whereNothingIsLeftThereIsNothingToErase() {
    Run run = erase("--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("There is no record " + ID + ", and no trail of one");
  }

  private Run erase(String... rest) {
    return bench.run(Bench.words("erase --consumer=orders --key=O-1", rest));
  }

  private IdempotencyRecord found() {
    return bench.store().find(ID).orElseThrow();
  }
}
