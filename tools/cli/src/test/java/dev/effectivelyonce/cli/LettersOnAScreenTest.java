package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import org.junit.jupiter.api.Test;

/** Dead letters look as everything else does: folded where they do not fit, and coloured. */
class LettersOnAScreenTest extends LiveCommandTest {
  @Test
  void onANarrowScreenALetterIsFoldedAndACauseIsABlock() {
    bench.held("O-1");
    String id = bench.sendDead(Bench.body("O-1"));
    bench.variable("EFFECTIVELY_ONCE_COLUMNS", "80");

    assertThat(bench.run("dead-letters --consumer=orders --quiet").out())
        .startsWith(
            id + "\n  key " + Bench.id("O-1").keyHash() + "  record HELD     \n  replay: HELD ")
        .contains("\n  " + Bench.WHY.text() + "\n");
    assertThat(bench.run("dead-letters --consumer=orders --summary").out())
        .startsWith("COUNT       1\nREPLAY      HELD\n")
        .contains("CAUSE       com.example.CardDeclined at Pay.run:#\n");
  }

  @Test
  void whatNeedsSomebodyIsColouredAsInTheOtherLists() {
    bench.held("O-1");
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead("not json");

    Run list = bench.coloured("dead-letters --consumer=orders");
    Run summary = bench.coloured("dead-letters --consumer=orders --summary");

    assertThat(list.out())
        .contains("\u001b[31mreplay: HELD\u001b[0m", "\u001b[31mreplay: UNREADABLE\u001b[0m");
    assertThat(summary.out()).contains("\u001b[1mCOUNT\u001b[0m", "\u001b[31mHELD\u001b[0m");
  }
}
