package dev.effectivelyonce.local.demo;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/** A line now and then about how far the run is. For one thread. */
final class Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrintWriter out;
  private final Clock clock;
  private final Instant start;
  private Instant next;

  Progress(PrintWriter out, Clock clock) {
    this.out = out;
    this.clock = clock;
    this.start = clock.instant();
    this.next = start.plus(INTERVAL);
  }

  Duration elapsed() {
    return Duration.between(start, clock.instant());
  }

  /** Prints a line if it is time for one. */
  void tick(int sent, int planned, InvocationLog log) {
    if (clock.instant().isBefore(next)) {
      return;
    }
    next = next.plus(INTERVAL);
    out.printf(
        Locale.ROOT,
        "%4d s  sent %,6d of %,d  acknowledged %,6d  failed deliveries %,5d  processes died %2d%n",
        elapsed().toSeconds(),
        sent,
        planned,
        log.acknowledged().size(),
        log.failures().stream().mapToInt(Set::size).sum(),
        log.deaths().size());
    out.flush();
  }
}
