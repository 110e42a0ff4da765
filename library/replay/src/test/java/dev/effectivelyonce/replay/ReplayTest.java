package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run does with each kind of message. */
class ReplayTest {
  private final ReplayBench bench = new ReplayBench();

  @Test
  void eachMessageGoesWhereItsRecordSays() {
    for (String order : new String[] {"done", "new", "failed", "released", "held", "running"}) {
      bench.letter(order);
    }
    bench.record("done", Status.COMPLETED);
    bench.record("failed", Status.FAILED);
    bench.record("released", Status.RETRYABLE);
    bench.record("held", Status.UNKNOWN);
    bench.record("running", Status.INPROGRESS);
    bench.queues.add("garbled", "not json");

    ReplayReport report = bench.replay();

    assertThat(bench.queues.sent()).containsExactlyInAnyOrder("m-new", "m-failed", "m-released");
    assertThat(bench.queues.deadLetters())
        .containsExactlyInAnyOrder("m-held", "m-running", "garbled");
    assertThat(bench.status("failed")).contains(Status.RETRYABLE);
    assertThat(report.counts().decisions())
        .isEqualTo(
            Map.of("SKIP", 1, "SEND", 2, "REOPEN", 1, "HELD", 1, "IN_FLIGHT", 1, "UNREADABLE", 1));
    assertThat(report.counts().examined()).isEqualTo(7);
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.remaining()).contains(0L);
  }

  @Test
  void whatIsLeftIsVisibleToOthersAgain() {
    bench.letter("held");
    bench.record("held", Status.UNKNOWN);

    bench.replay();

    assertThat(bench.queues.visible()).containsExactly("m-held");
  }

  @Test
  void aDryRunSaysTheSameAndChangesNothing() {
    bench.letter("done");
    bench.letter("new");
    bench.letter("failed");
    bench.record("done", Status.COMPLETED);
    bench.record("failed", Status.FAILED);

    ReplayReport report = bench.replay(ReplayRequest.everything().withMode(RunMode.DRY_RUN));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SKIP", 1, "SEND", 1, "REOPEN", 1));
    assertThat(report.details()).hasSize(3);
    assertThat(bench.queues.sent()).isEmpty();
    assertThat(bench.queues.visible()).containsExactlyInAnyOrder("m-done", "m-new", "m-failed");
    assertThat(bench.status("failed")).contains(Status.FAILED);
  }
}
