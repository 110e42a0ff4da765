package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.replay.ReplayDecision;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LetterTallyTest {
  private final LetterTally tally = new LetterTally();

  @Test
  void ofManyLettersItCountsAllAndKeepsTheFirstOfEachGroup() {
    for (int i = 0; i < 100_000; i++) {
      tally.accept(letter("L-" + i, "Cause " + i % 2));
    }

    assertThat(tally.count()).isEqualTo(100_000);
    assertThat(tally.groups())
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.count()).isEqualTo(50_000));
    assertThat(tally.like("L-1")).hasSize(50).allMatch(it -> it.cause().equals("Cause 1"));
    assertThat(tally.like("L-99999")).isEmpty();
  }

  @Test
  void ofLettersThatHaveNoCauseInCommonItKeepsSoManyAndNoMore() {
    for (int i = 0; i < 10_000; i++) {
      tally.accept(letter("L-" + i, "Cause " + i));
    }

    assertThat(tally.count()).isEqualTo(10_000);
    assertThat(tally.groups()).hasSize(1_001);
    assertThat(tally.like("L-4999")).hasSize(1);
    assertThat(tally.like("L-5000")).isEmpty();
  }

  private static Letter letter(String id, String cause) {
    return new Letter(
        id,
        Optional.empty(),
        Optional.empty(),
        new ReplayDecision.Send(),
        cause,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        1,
        0,
        Optional.empty());
  }
}
