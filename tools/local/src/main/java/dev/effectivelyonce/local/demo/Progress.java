package dev.effectivelyonce.local.demo;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** A line now and then about how far the run is. For one thread. */
final class Progress {
  private static final Duration ON_A_TERMINAL = Duration.ofSeconds(1);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  private final PrintWriter out;
  private final Clock clock;
  private final Sender sender;
  private final InvocationLog log;
  private final int planned;
  private final Duration interval;
  private final Instant start;
  private Instant latest;
  private int latestAcknowledged;
  private double bestPerSecond;

  Progress(PrintWriter out, Clock clock, Sender sender, InvocationLog log, int planned) {
    this.out = out;
    this.clock = clock;
    this.sender = sender;
    this.log = log;
    this.planned = planned;
    this.interval = isOnTerminal() ? ON_A_TERMINAL : ELSEWHERE;
    this.start = clock.instant();
    this.latest = start;
  }

  /** Prints a line if it is time for one. */
  void tick(String phase) {
    Instant now = clock.instant();
    Duration since = Duration.between(latest, now);
    if (since.compareTo(interval) < 0) {
      return;
    }
    int acknowledged = log.acknowledgedCount();
    double perSecond = (acknowledged - latestAcknowledged) * 1000.0 / since.toMillis();
    bestPerSecond = Math.max(bestPerSecond, perSecond);
    latest = now;
    latestAcknowledged = acknowledged;
    out.printf(
        Locale.ROOT,
        "%4d s  sent %,6d of %,d  acknowledged %,6d (%,4.0f/s)  failed deliveries %,5d  processes"
            + " died %2d  %s%n",
        elapsed().toSeconds(),
        sender.sent(),
        planned,
        acknowledged,
        perSecond,
        log.failedDeliveries(),
        log.deathCount(),
        phase);
    out.flush();
  }

  /**
   * Null without a terminal on JDK 21 and 25; in between it may be wrong, and lines come faster.
   */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isOnTerminal() {
    return System.console() != null;
  }

  Duration elapsed() {
    return Duration.between(start, clock.instant());
  }

  /** The most acknowledged messages per second between two lines. */
  double bestPerSecond() {
    return Math.max(bestPerSecond, log.acknowledgedCount() * 1000.0 / elapsed().toMillis());
  }
}
