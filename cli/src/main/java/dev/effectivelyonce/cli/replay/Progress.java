package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A line on standard error from time to time. */
final class Progress implements ReplayListener {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Output output;
  private final Clock clock;
  private Instant next;

  Progress(Output output, Clock clock) {
    this.output = output;
    this.clock = clock;
    this.next = clock.instant();
  }

  @Override
  public synchronized void examined(Examined message, ReplayCounts counts) {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(PAUSE);
    output.tell(
        "examined %,d: replayed %,d, skipped %,d, left %,d, unreadable %,d"
            .formatted(
                counts.examined(),
                counts.replayed(),
                counts.skipped(),
                counts.left(),
                counts.unreadable()));
  }
}
