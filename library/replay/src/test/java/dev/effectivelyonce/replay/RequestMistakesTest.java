package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What of a request can be asked for, up to its edges; and who hears of each message. */
@Isolated("what other tests log would be captured, too")
class RequestMistakesTest {
  private static final ReplayFilter ALL = ReplayFilter.NONE;
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void agesAreZeroOrMoreAndLeaveSomethingBetweenThem() {
    assertThat(ALL.withMinAge(Duration.ZERO).withMaxAge(Duration.ZERO).minAge())
        .contains(Duration.ZERO);
    assertThat(ALL.withMinAge(HOUR).withMaxAge(HOUR).maxAge()).contains(HOUR);
    assertMistake(() -> ALL.withMinAge(HOUR.negated()), "The least age PT-1H");
    assertMistake(() -> ALL.withMaxAge(HOUR.negated()), "The greatest age PT-1H");
    assertMistake(() -> ALL.withMinAge(HOUR).withMaxAge(HOUR.minusNanos(1)), "is below PT1H");
  }

  @Test
  void limitAndRateReachFromTheirLeastToTheirGreatest() {
    ReplayRequest any = ReplayRequest.everything();

    assertThat(any.withMaxMessages(1).maxMessages()).isEqualTo(1);
    assertMistake(() -> any.withMaxMessages(0), "are 0");
    assertThat(any.withRatePerSecond(0.01).ratePerSecond()).hasValue(0.01);
    assertThat(any.withRatePerSecond(10_000).ratePerSecond()).hasValue(10_000);
    assertMistake(() -> any.withRatePerSecond(0.009), "0.009");
    assertMistake(() -> any.withRatePerSecond(10_001), "10001.0");
  }

  @Test
  void aReplayGoesFromAQueuesOwnDeadLetterQueueOfItsKind() {
    assertMistake(() -> queue("q", "q", HOUR), "both q");
    assertMistake(() -> queue("q.fifo", "dead", HOUR), "one is a FIFO queue");
    assertMistake(() -> queue("q", "dead.fifo", HOUR), "one is a FIFO queue");
    assertMistake(() -> queue("q", "dead", Duration.ZERO), "PT0S");
    assertMistake(() -> queue("q", "dead", HOUR.negated()), "PT-1H");
    assertThat(queue("q", "dead", HOUR).isFifo()).isFalse();
    assertThat(queue("q.fifo", "dead.fifo", HOUR).isFifo()).isTrue();
  }

  @Test
  void twoListenersHearOfAMessageOneAfterTheOther() {
    List<String> heard = new ArrayList<>();
    ReplayListener one = (message, counts) -> heard.add("one " + message.messageId());

    one.and((message, counts) -> heard.add("two " + message.messageId()))
        .examined(left(LeaveReason.HELD, Optional.empty()), ReplayCounts.NONE);

    assertThat(heard).containsExactly("one m", "two m");
  }

  @Test
  void theLogIsALevelLouderForTroubleAndQuieterForWhatNobodyAskedFor() {
    ReplayListener listener = new LoggingReplayListener(new ConsumerName("orders"));

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      listener.examined(left(LeaveReason.HELD, Optional.empty()), ReplayCounts.NONE);
      listener.examined(left(LeaveReason.HELD, Optional.of("Broken")), ReplayCounts.NONE);
      listener.examined(left(LeaveReason.FILTERED, Optional.empty()), ReplayCounts.NONE);

      assertThat(log.lines())
          .extracting(line -> line.substring(0, line.indexOf(' ')))
          .containsExactly("INFO", "WARN", "DEBUG");
    }
  }

  @Test
  void aProblemOfAMessagePassesNeitherForALineOfTheLogNorForOneOfTheReport() {
    Examined forged = left(LeaveReason.HELD, Optional.of("Broken\nFORGED\u001b[2J\u2028"));

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      new LoggingReplayListener(new ConsumerName("orders")).examined(forged, ReplayCounts.NONE);

      assertThat(log.lines().getFirst()).contains("Broken\\nFORGED\\u001b[2J\\u2028");
    }
    assertThat(report(forged).text())
        .contains("ended by                       FAULT: Broken\\nFORGED")
        .contains("key -  Broken\\nFORGED\\u001b[2J\\u2028")
        .doesNotContain("\nFORGED", "\u001b", "\u2028");
  }

  private static ReplayReport report(Examined one) {
    return new ReplayReport(
        RunMode.REPLAY,
        RunEnd.FAULT,
        one.problem(),
        ReplayCounts.NONE,
        Optional.empty(),
        0,
        0,
        List.of(one),
        0,
        Duration.ZERO);
  }

  private static Examined left(LeaveReason reason, Optional<String> problem) {
    return new Examined("m", Optional.empty(), new ReplayDecision.Leave(reason), problem);
  }

  private static ReplayQueue queue(String source, String dead, Duration retention) {
    return new ReplayQueue(ReplayBench.ORDERS, source, dead, retention);
  }
}
