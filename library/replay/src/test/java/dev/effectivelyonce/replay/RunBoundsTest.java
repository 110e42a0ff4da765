package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run keeps its limit, its rate and its deadline, and another goes on from there. */
class RunBoundsTest {
  private static final ReplayRequest ALL = ReplayRequest.everything();

  private final ReplayBench bench = new ReplayBench();

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void whatIsLeftAtTheHeadDoesNotUseUpTheLimit(ReplayQueue queue) {
    // As many as one call brings: what two calls at once bring has no order.
    bench.letters("held", 10, Status.UNKNOWN);
    bench.letters("new", 12);
    ReplayRequest five = ALL.withMaxMessages(5);

    ReplayReport first = bench.replay(five, queue);
    ReplayReport second = bench.replay(five, queue);
    ReplayReport third = bench.replay(five, queue);

    assertThat(first.counts().replayed()).isEqualTo(5);
    assertThat(first.counts().left()).isEqualTo(10);
    assertThat(first.end()).isEqualTo(RunEnd.LIMIT);
    assertThat(first.remaining()).contains(7L);
    assertThat(second.remaining()).contains(2L);
    assertThat(third.counts().replayed()).isEqualTo(2);
    assertThat(third.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(third.remaining()).contains(0L);
    assertThat(bench.queues.sent()).hasSize(12).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void theLimitIsKeptExactlyWhateverABatchHolds(ReplayQueue queue) {
    bench.letters("new", 30);

    ReplayReport report = bench.replay(ALL.withMaxMessages(13), queue);

    assertThat(report.counts().examined()).isEqualTo(13);
    assertThat(bench.queues.sent()).hasSize(13);
    assertThat(bench.queues.visible()).hasSize(17);
    assertThat(report.remaining()).contains(17L);
  }

  @Test
  void theHorizonAllowsForClocksThatDiffer() {
    bench.letters("old", 1);
    bench.clock.advance(ReplayBench.RETENTION.minus(Duration.ofMinutes(10)));

    assertThat(bench.decisions()).isEqualTo(Map.of("BEYOND_HORIZON", 1));
  }

  @Test
  void theHorizonOfAFifoQueueAllowsForTheTimeThatAMessageSpentInItsSource() {
    bench.letters("moved", 1);
    bench.clock.advance(ReplayBench.RETENTION.minus(Duration.ofDays(3)));

    assertThat(bench.replay(ALL, ReplayBench.FIFO).counts().decisions())
        .isEqualTo(Map.of("BEYOND_HORIZON", 1));
    assertThat(bench.replay(ALL, ReplayBench.STANDARD).counts().decisions())
        .isEqualTo(Map.of("SEND", 1));
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void theRateIsKept(ReplayQueue queue) {
    bench.letters("new", 25);
    Instant start = bench.clock.instant();

    bench.replay(ALL.withRatePerSecond(4), queue);

    // Between its turn and its send others may wait for theirs: later it may be, never sooner.
    List<Instant> sent = bench.sendTimes.stream().sorted().toList();
    assertThat(sent).hasSize(25);
    for (int i = 0; i < 25; i++) {
      assertThat(sent.get(i)).isAfterOrEqualTo(start.plusMillis(250L * i));
    }
    assertThat(bench.clock.instant()).isEqualTo(start.plusMillis(250L * 24));
  }

  @Test
  void turnsThatWereMissedAreNotMadeUpFor() {
    bench.letters("new", 5);
    bench.store.afterNext(Verb.FIND, () -> bench.clock.advance(Duration.ofSeconds(1)));
    bench.store.afterNext(Verb.FIND, () -> bench.clock.advance(Duration.ofSeconds(9)));
    Instant start = bench.clock.instant();

    bench.replay(ALL.withRatePerSecond(1), ReplayBench.FIFO);

    assertThat(bench.sendTimes)
        .extracting(time -> Duration.between(start, time).toSeconds())
        .containsExactly(1L, 10L, 11L, 12L, 13L);
  }

  @Test
  void skipsAndDryRunsTakeNoTurn() {
    bench.letters("done", 10, Status.COMPLETED);
    bench.letters("new", 10);
    Instant start = bench.clock.instant();

    bench.replay(ALL.withRatePerSecond(1).withMode(RunMode.DRY_RUN));
    assertThat(bench.clock.instant()).isEqualTo(start);

    bench.replay(ALL.withRatePerSecond(1));
    assertThat(bench.clock.instant()).isEqualTo(start.plusSeconds(9));
  }

  @Test
  void messagesStayHiddenUntilTheirTurnAtALowRate() {
    bench.letters("new", 10);

    bench.replay(ALL.withRatePerSecond(0.01));

    assertThat(bench.queues.sent()).hasSize(10).doesNotHaveDuplicates();
    assertThat(bench.queues.hidings()).allMatch(it -> it.compareTo(Duration.ofSeconds(400)) >= 0);
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void nothingIsBegunAfterTheDeadline(ReplayQueue queue) {
    bench.letters("new", 25);
    Instant deadline = bench.clock.instant().plusSeconds(8);

    ReplayReport first = bench.replay(ALL.withRatePerSecond(1), queue, Optional.of(deadline));

    assertThat(first.end()).isEqualTo(RunEnd.DEADLINE);
    assertThat(bench.sendTimes).hasSize(8).allMatch(time -> time.isBefore(deadline));
    assertThat(bench.clock.instant()).isBefore(deadline);
    assertThat(first.remaining()).contains(17L);
    assertThat(bench.queues.visible()).hasSize(17);

    ReplayReport second = bench.replay(ALL, queue);
    assertThat(second.counts().replayed()).isEqualTo(17);
    assertThat(bench.queues.sent()).hasSize(25).doesNotHaveDuplicates();
  }

  @Test
  void aDeadlineThatHasPassedTakesNothing() {
    bench.letters("new", 3);

    ReplayReport report =
        bench.replay(ALL, ReplayBench.STANDARD, Optional.of(bench.clock.instant()));

    assertThat(report.end()).isEqualTo(RunEnd.DEADLINE);
    assertThat(bench.queues.receives()).isZero();
  }

  @Test
  void aRunLongerThanTheVisibilityExaminesNothingTwiceAndEnds() {
    bench.letters("held", 60, Status.UNKNOWN);
    bench.queues.beforeReceive(() -> bench.clock.advance(Duration.ofMinutes(2)));

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.counts().left()).isEqualTo(60);
    assertThat(bench.heard).extracting(Examined::messageId).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void whatIsHeldWhileItsTurnIsAwaitedIsNotSent(ReplayQueue queue) {
    bench.letters("new", 3);
    bench.duringPause(
        () -> {
          for (int i = 0; i < 3; i++) {
            if (bench.status("new" + i).isEmpty() && !bench.queues.sent().contains("m-new" + i)) {
              bench.record("new" + i, Status.UNKNOWN);
            }
          }
        });

    ReplayReport report = bench.replay(ALL.withRatePerSecond(0.5), queue);

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1, "HELD", 2));
  }

  @Test
  void givingBackDoesNotTakeTheTimeThatTheReportNeeds() {
    bench.letters("held", 3_000, Status.UNKNOWN);
    bench.queues.hideTakes(Duration.ofMillis(100));
    bench.queues.beforeReceive(() -> bench.clock.advance(Duration.ofMillis(100)));
    Instant deadline = bench.clock.instant().plusSeconds(29);

    ReplayReport report = bench.replay(ALL, ReplayBench.STANDARD, Optional.of(deadline));

    assertThat(report.end()).isEqualTo(RunEnd.DEADLINE);
    assertThat(report.counts().left()).isGreaterThan(2_800);
    // Five seconds, the receive before, and ten requests under way that each move the one clock.
    assertThat(bench.clock.instant()).isBeforeOrEqualTo(deadline.plusMillis(5_000 + 100 + 1_000));
    assertThat(bench.queues.hides()).isPositive();
  }

  @Test
  void onlyWhatIsStillHiddenIsGivenBack() {
    bench.letters("held", 10, Status.UNKNOWN);
    bench.store.afterNext(Verb.FIND, () -> bench.clock.advance(Duration.ofMinutes(6)));

    bench.replay(ALL, ReplayBench.STANDARD, Optional.of(bench.clock.instant().plusSeconds(60)));

    assertThat(bench.queues.hides()).isZero();
  }
}
