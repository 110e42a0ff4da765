package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.record.BulkListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** A line on standard error from time to time; none in a short run. */
final class BulkProgress implements BulkListener {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Output output;
  private final InstantSource clock;
  private final String text;
  private Instant next;

  BulkProgress(Output output, InstantSource clock, String text) {
    this.output = output;
    this.clock = clock;
    this.text = text;
    this.next = clock.instant().plus(PAUSE);
  }

  @Override
  public void looked(int done, int left) {
    if (!clock.instant().isBefore(next)) {
      next = clock.instant().plus(PAUSE);
      output.tell(String.format(Locale.ROOT, text, done, left));
    }
  }
}
