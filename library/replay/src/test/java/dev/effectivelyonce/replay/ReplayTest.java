package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run does with each kind of message. */
class ReplayTest {
  private final ReplayBench bench = new ReplayBench();

  @Test
  void eachMessageGoesWhereItsRecordSays() {
    List.of("done", "new", "failed", "released", "held", "running").forEach(bench::letter);
    bench.record("done", Status.COMPLETED);
    bench.record("failed", Status.FAILED);
    bench.record("released", Status.RETRYABLE);
    bench.record("held", Status.UNKNOWN);
    bench.record("running", Status.INPROGRESS);
    bench.queues.add("garbled", "not json");

    ReplayReport report = bench.replay();

    assertThat(bench.queues.sent()).containsExactlyInAnyOrder("m-new", "m-failed", "m-released");
    assertThat(bench.queues.visible())
        .isEqualTo(bench.queues.deadLetters())
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
  void aDeadLetterThatNamesOurQueueIsOursThoughUnmarkedOnesAreNot() {
    bench.queues.unmarked(Candidate.Origin.OTHER);
    bench.letter("ours");

    assertThat(bench.decisions()).isEqualTo(Map.of("SEND", 1));
  }

  /** It ends after two empty polls, whether it leaves something or not. */
  @Test
  void aStandardQueueIsGoneThroughOnce() {
    bench.letter("new");
    bench.replay();
    assertThat(bench.queues.receives()).isEqualTo(3);

    bench.letter("held");
    bench.record("held", Status.UNKNOWN);
    bench.replay();
    assertThat(bench.queues.receives()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aProcessThatCannotReadEndsItsInvocationSoThatLambdaReplacesIt(int letters) {
    ReplayQueue unsound =
        new ReplayQueue(
            MessageIdentity.of(
                "orders",
                ReplayBench.Order.class,
                MessageKey.of(
                    order -> {
                      throw new NoClassDefFoundError("Gone");
                    })),
            ReplayBench.STANDARD.sourceUrl(),
            ReplayBench.STANDARD.deadLetterUrl(),
            ReplayBench.RETENTION);
    bench.letters("a", letters);

    assertThatThrownBy(() -> bench.replay(ReplayRequest.everything(), unsound))
        .isInstanceOf(FatalProcessError.class);
    assertThat(bench.queues.sent()).isEmpty();
    assertThat(bench.queues.visible()).hasSize(letters);
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

  /** SQS sends it anew, under another id: nothing of it tells how old the event is. */
  @Test
  void whatSqsItselfHasRedrivenPassesTheHorizonThoughItsRecordIsGone() {
    bench.letter("old0");
    bench.clock.advance(ReplayBench.RETENTION.plus(Duration.ofDays(1)));
    assertThat(bench.decisions()).isEqualTo(Map.of("BEYOND_HORIZON", 1));

    bench.queues.add("m-redriven", ReplayBench.body("old0"));

    assertThat(bench.decisions()).containsEntry("SEND", 1);
  }
}
