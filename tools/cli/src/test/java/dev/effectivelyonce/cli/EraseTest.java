package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.operations.bench.LocalAws;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is personal goes, and the event is done or failed as before. */
class EraseTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();
  private static final RecordId ID = Bench.id("O-1");

  private Bench bench;

  @BeforeEach
  void open(@TempDir Path directory) {
    bench = Bench.at(AWS, directory);
  }

  @Test
  void aCompletedRecordLosesItsResultAndStaysCompletedAsLong() {
    IdempotencyRecord completed = bench.completed("O-1");

    Run run = bench.runAnswering("y\n", "erase", "--consumer=orders", "--key=O-1");

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

  @Test
  void aLiveClaimOrADeclinedQuestionErasesNothing() {
    IdempotencyRecord completed = bench.completed("O-1");
    bench.claimed("O-2", Bench.LATER, Optional.empty());

    assertThat(erase().exitCode()).isEqualTo(1);
    assertThat(bench.run("erase", "--consumer=orders", "--key=O-2", "--yes").exitCode())
        .isEqualTo(1);
    assertThat(found()).isEqualTo(completed);
  }

  private Run erase(String... rest) {
    String[] all = new String[rest.length + 3];
    all[0] = "erase";
    all[1] = "--consumer=orders";
    all[2] = "--key=O-1";
    System.arraycopy(rest, 0, all, 3, rest.length);
    return bench.run(all);
  }

  private IdempotencyRecord found() {
    return bench.store().find(ID).orElseThrow();
  }
}
