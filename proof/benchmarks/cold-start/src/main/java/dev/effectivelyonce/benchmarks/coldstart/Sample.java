package dev.effectivelyonce.benchmarks.coldstart;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The starts of one function at one size. */
record Sample(MemorySize memory, Variant variant, List<Start> starts) {

  Duration median(Function<Start, Duration> figure) {
    return quantile(figure, 0.5);
  }

  /** The median and the quartiles: {@code 1,234 (1,200 to 1,260)}, in milliseconds. */
  String spread(Function<Start, Duration> figure) {
    return String.format(
        Locale.ROOT,
        "%,d (%,d to %,d)",
        median(figure).toMillis(),
        quantile(figure, 0.25).toMillis(),
        quantile(figure, 0.75).toMillis());
  }

  /** Between two starts, the value between them. */
  private Duration quantile(Function<Start, Duration> figure, double share) {
    List<Duration> sorted = starts.stream().map(figure).sorted().toList();
    double place = share * (sorted.size() - 1);
    Duration below = sorted.get((int) Math.floor(place));
    Duration above = sorted.get((int) Math.ceil(place));
    double part = place - Math.floor(place);
    return below.plusNanos(Math.round(above.minus(below).toNanos() * part));
  }
}
