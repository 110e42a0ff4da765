package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayDecision;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LetterCountTest {
  private final LetterCount count = new LetterCount(Set.of("L-1", "L-2"), ignored -> {});

  /** Only a run that saw the last letter knows that one is not there. */
  @ParameterizedTest
  @CsvSource({
    "EMPTY, After the last letter, 'Not found: gone, or hidden by another reader'",
    "DEADLINE, Early: its time was up, Not reached",
    "FAULT, Early: The queue is away, Not reached",
    "INTERRUPTED, 'Stopped: what was begun is ended, and the rest is given back', Not reached",
    "CAME_BACK, What it sends fails again at once: remove the cause first, Not reached"
  })
  void howItEndedSaysWhetherTheRestIsMissing(RunEnd end, String words, String missing) {
    count.examined(sent("L-1"), ReplayCounts.NONE);
    count.examined(sent("another"), ReplayCounts.NONE);

    assertThat(count.rest(report(end, 0)))
        .containsExactly(new Act.Line(missing, "1"), new Act.Line("Ended", words));
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
