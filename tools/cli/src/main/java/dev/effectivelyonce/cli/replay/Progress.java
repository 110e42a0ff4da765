package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A line on standard error from time to time; none in a short run, whose report is there soon. */
final class Progress implements ReplayListener {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Output output;
  private final InstantSource clock;
  private final String words;
  private Instant next;
  private int told;

  Progress(Output output, InstantSource clock, RunMode mode) {
    this.output = output;
    this.clock = clock;
    this.words =
        mode == RunMode.DRY_RUN
            ? "examined %,d: would replay %,d, would skip %,d, left %,d, unreadable %,d"
            : "examined %,d: replayed %,d, skipped %,d, left %,d, unreadable %,d";
    this.next = clock.instant().plus(PAUSE);
  }

  @Override
  public synchronized void examined(Examined message, ReplayCounts counts) {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(PAUSE);
    tell(counts);
  }

  /** Prints the final numbers, if others were printed before. */
  synchronized void end(ReplayCounts counts) {
    if (told > 0 && told != counts.examined()) {
      tell(counts);
    }
  }

  private void tell(ReplayCounts counts) {
    told = counts.examined();
    output.tell(
        words.formatted(
            counts.examined(),
            counts.replayed(),
            counts.skipped(),
            counts.left(),
            counts.unreadable()));
  }
}
