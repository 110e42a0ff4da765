package dev.effectivelyonce.simulation.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What happened in a history, a line a step. */
public final class Trace {
  private final List<String> lines = new ArrayList<>();
  private final Supplier<Instant> clock;
  private final Instant start;
  private final boolean isKept;

  private Trace(Supplier<Instant> clock, boolean isKept) {
    this.clock = clock;
    this.start = clock.get();
    this.isKept = isKept;
  }

  /** A trace that keeps its lines. */
  public static Trace kept(Supplier<Instant> clock) {
    return new Trace(clock, true);
  }

  /** A trace that keeps nothing, for histories of which only the outcome matters. */
  public static Trace none(Supplier<Instant> clock) {
    return new Trace(clock, false);
  }

  /** Something happened to someone; the words are joined only if they are kept. */
  public void line(String who, Object... words) {
    if (isKept) {
      Duration since = Duration.between(start, clock.get());
      lines.add(
          String.format(
              Locale.ROOT,
              "%10d.%03d  %-11s %s",
              since.toSeconds(),
              since.toMillisPart(),
              who,
              Words.of(words)));
    }
  }

  /** The lines so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
