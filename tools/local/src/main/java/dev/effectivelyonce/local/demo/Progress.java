package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.check.Invocation;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * How far the run is: a line about it now and then, and whether anything still happens. For one
 * thread.
 */
final class Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrintWriter out;
  private final Clock clock;
  private final Patience patience;
  private final Instant start;
  private Instant next;

  Progress(PrintWriter out, Clock clock, Duration patience) {
    this.out = out;
    this.clock = clock;
    this.patience = new Patience(clock, patience);
    this.start = clock.instant();
    this.next = start.plus(INTERVAL);
  }

  /**
   * Returns whether it is worth while to wait on: something was completed not long ago.
   *
   * @param answered how many requests have their last answer
   */
  boolean goesOn(int sent, int answered, InvocationLog log) {
    return patience.lasts(sent + answered + log.ended());
  }

  /** Prints a line if it is time for one. */
  void tick(int sent, int planned, InvocationLog log) {
    if (clock.instant().isBefore(next)) {
      return;
    }
    next = next.plus(INTERVAL);
    List<Invocation> invocations = log.invocations();
    out.printf(
        Locale.ROOT,
        "%4d s  sent %,6d of %,d  acknowledged %,6d  failed deliveries %,5d  processes died %2d%n",
        Duration.between(start, clock.instant()).toSeconds(),
        sent,
        planned,
        log.acknowledged().size(),
        invocations.stream().mapToInt(it -> it.batch().size() - it.handled().size()).sum(),
        invocations.stream().filter(Invocation::died).count());
    out.flush();
  }
}
