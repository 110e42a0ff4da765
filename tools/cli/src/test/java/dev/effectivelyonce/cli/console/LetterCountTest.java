package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayDecision;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LetterCountTest {
  private final LetterCount count = new LetterCount(Set.of("L-1", "L-2"), ignored -> {});

  @Test
  void aLetterThatARunToTheEndHasNotSeenIsNamed() {
    count.examined(sent("L-1"), ReplayCounts.NONE);
    count.examined(sent("another"), ReplayCounts.NONE);

    assertThat(count.rest(report(RunEnd.EMPTY, 0)))
        .containsExactly(
            new Act.Line("Not found: gone, or hidden by another reader", "1"),
            new Act.Line("Not found", "L-2"),
            new Act.Line("Ended", "After the last letter"));
  }

  @ParameterizedTest
  @CsvSource({
    "DEADLINE, Early: its time was up",
    "FAULT, Early: The queue is away",
    "INTERRUPTED, 'Stopped: what was begun is ended, and the rest is given back'",
    "CAME_BACK, What it sends fails again at once: remove the cause first"
  })
  void aRunThatEndsBeforeTheLastLetterDoesNotKnowThatOneIsGone(RunEnd end, String words) {
    count.examined(sent("L-1"), ReplayCounts.NONE);

    assertThat(count.rest(report(end, 0)))
        .containsExactly(new Act.Line("Not reached", "1"), new Act.Line("Ended", words));
  }

  /** SQS may deliver a letter again that was deleted. */
  @Test
  void aLetterThatIsDeliveredTwiceDoesNotStandForAnother() {
    List<Integer> told = new ArrayList<>();
    LetterCount two = new LetterCount(Set.of("L-1", "L-2"), told::add);
    two.examined(sent("L-1"), ReplayCounts.NONE);
    two.examined(sent("L-1"), ReplayCounts.NONE);

    assertThat(told).containsExactly(0, 1, 1);
    assertThat(two.rest(report(RunEnd.EMPTY, 0))).contains(new Act.Line("Not found", "L-2"));
    assertThat(two.rest(report(RunEnd.LIMIT, 0))).contains(new Act.Line("Not reached", "1"));
  }

  @Test
  void whatCameStraightBackIsNotHiddenByTheNumberOfThoseThatWereSent() {
    count.examined(sent("L-1"), ReplayCounts.NONE);
    count.examined(sent("L-2"), ReplayCounts.NONE);

    assertThat(count.rest(report(RunEnd.LIMIT, 2)))
        .containsExactly(
            new Act.Line("Came straight back as dead letters", "2"),
            new Act.Line("Ended", "After the last letter"));
  }

  private static Examined sent(String id) {
    return new Examined(id, Optional.empty(), new ReplayDecision.Send(), Optional.empty());
  }

  private static ReplayReport report(RunEnd end, int cameBack) {
    return new ReplayReport(
        RunMode.REPLAY,
        end,
        Optional.of("The queue is away").filter(ignored -> end == RunEnd.FAULT),
        ReplayCounts.NONE,
        Optional.empty(),
        0,
        cameBack,
        List.of(),
        0,
        Duration.ZERO);
  }
}
