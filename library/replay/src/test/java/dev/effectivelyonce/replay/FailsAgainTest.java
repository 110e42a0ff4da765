package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run has sent comes back to the dead-letter queue while it goes on. */
class FailsAgainTest {
  /** Where a run does not end by itself, the test does. */
  private static final int MOST = 100;

  private static final int MORE_THAN_ALL = 2_000;

  private final ReplayBench bench = new ReplayBench();

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void itIsLeftToAnotherRun(ReplayQueue queue) {
    bench.letters("new-", 12);
    bench.queues.onSend(this::failAgain);

    ReplayReport first = bench.replay(ReplayRequest.everything(), queue);
    ReplayReport second = bench.replay(ReplayRequest.everything(), queue);

    assertThat(List.of(first.counts().replayed(), second.counts().replayed()))
        .containsExactly(12, 12);
    assertThat(first.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(first.remaining()).contains(12L);
    assertThat(first.hidden()).isEmpty();
    assertThat(bench.queues.visible()).hasSize(12);
  }

  private void failAgain(DeadLetter letter) {
    if (bench.queues.sent().size() < MOST) {
      bench.queues.add(FakeQueues.copyOf(letter), letter.raw().body());
    }
  }

  private void comeBack(DeadLetter letter) {
    if (bench.queues.sent().size() < MORE_THAN_ALL) {
      bench.queues.comeBack(letter);
    }
  }

  @Test
  void aRunStopsWhenWhatItSendsComesStraightBack() {
    bench.letters("new-", 500);
    bench.queues.onSend(this::comeBack);

    for (ReplayQueue queue : ReplayBench.queues()) {
      ReplayReport report = bench.replay(ReplayRequest.everything(), queue);

      assertThat(report.end()).isEqualTo(RunEnd.CAME_BACK);
      assertThat(report.cameBack()).isGreaterThanOrEqualTo(20);
      assertThat(report.counts().replayed()).isLessThan(250);
      assertThat(report.text())
          .contains("ended by", "CAME_BACK: what it sends fails again at once");
      assertThat(report.toMap()).containsEntry("end", "CAME_BACK");
      assertThat(bench.queues.visible()).hasSize(500);
    }
  }

  @Test
  void aRunGoesOnWhenLittleOfWhatItSendsComesBack() {
    bench.letters("new-", 200);
    bench.queues.onSend(
        letter -> {
          if (letter.id().endsWith("0")) {
            comeBack(letter);
          }
        });

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.counts().replayed()).isEqualTo(200);
    assertThat(report.cameBack()).isEqualTo(20);
  }
}
