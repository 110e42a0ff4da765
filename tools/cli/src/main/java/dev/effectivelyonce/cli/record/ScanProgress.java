package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Scanned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** A line on standard error from time to time while a table is read; none if that is soon over. */
final class ScanProgress implements ScanPace.Progress {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Output output;
  private final InstantSource clock;
  private Instant next;

  ScanProgress(Output output, InstantSource clock) {
    this.output = output;
    this.clock = clock;
    this.next = clock.instant().plus(PAUSE);
  }

  @Override
  public void read(Scanned soFar, long total) {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(PAUSE);
    output.tell(
        String.format(
            Locale.ROOT,
            "read %,d%s records, %,d read units",
            soFar.records(),
            total > soFar.records() ? String.format(Locale.ROOT, " of about %,d", total) : "",
            Math.round(soFar.readUnits())));
  }
}
