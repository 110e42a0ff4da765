package dev.effectivelyonce.cli.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.output.Format;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayDecision;
import dev.effectivelyonce.replay.RunMode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Examined MESSAGE =
      new Examined("m-1", Optional.empty(), new ReplayDecision.Send(), Optional.empty());

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final StringWriter told = new StringWriter();

  @Test
  void aShortRunTellsNothing() {
    Progress progress = progress(RunMode.REPLAY);
    progress.examined(MESSAGE, replayed(1));
    now.set(Instant.EPOCH.plusMillis(1999));
    progress.examined(MESSAGE, replayed(2));
    progress.end(replayed(2));

    assertThat(told.toString()).isEmpty();
  }

  @Test
  void theLastLineHasTheNumbersOfTheReport() {
    Progress progress = progress(RunMode.REPLAY);
    now.set(Instant.EPOCH.plusSeconds(2));
    progress.examined(MESSAGE, replayed(1));
    progress.examined(MESSAGE, replayed(2));
    progress.end(replayed(2));
    progress.end(replayed(2));

    assertThat(told.toString().lines())
        .containsExactly(
            "examined 1 of about 1,200, 0 a second: replayed 1, skipped 0, left 0, unreadable 0",
            "examined 2 of about 1,200, 1 a second: replayed 2, skipped 0, left 0, unreadable 0");
  }

  @Test
  void aDryRunTellsWhatWouldBe() {
    Progress progress = progress(RunMode.DRY_RUN);
    now.set(Instant.EPOCH.plusSeconds(2));
    progress.examined(MESSAGE, replayed(1));

    assertThat(told.toString())
        .contains(
            "examined 1 of about 1,200, 0 a second: would replay 1, would skip 0, left 0,"
                + " unreadable 0");
  }

  private Progress progress(RunMode mode) {
    PrintWriter writer = new PrintWriter(told);
    return Progress.ofReplay(
        new Output(writer, writer, Format.text, Screen.NONE), now::get, mode, Optional.of(1200L));
  }

  private static ReplayCounts replayed(int number) {
    return new ReplayCounts(number, 0, 0, 0, 0, 0, Map.of());
  }
}
