package dev.effectivelyonce.simulation.exploration;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Explores scenarios, as many at once as there are cores.
 *
 * @param nanoTime a clock for the time taken
 */
public record Explorations(LongSupplier nanoTime) {
  /** How large the bounds are. */
  public enum Bounds {
    /** Those of every build. */
    SMALL,
    /** Those of {@code -Pfull}, and of the guards. */
    WHOLE,
    /** Larger ones: minutes, and some gigabytes. */
    DEEP
  }

  private static final int MOST_STATES = 100_000_000;

  /**
   * Explores all scenarios.
   *
   * @param output takes a markdown table, and each broken promise with its history
   * @return what each came to
   */
  List<Exploration> explore(Bounds bounds, Consumer<String> output) {
    output.accept(
        """
        | scenario | actors and bounds | states | steps | histories | longest | time | broken |
        |---|---|---:|---:|---:|---:|---:|---|
        """);
    try (ExecutorService cores =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<Exploration>> running =
          scenarios(bounds).stream()
              .map(scenario -> cores.submit(() -> explore(scenario, output)))
              .toList();
      return running.stream().map(Explorations::join).toList();
    }
  }

  /**
   * Explores the scenarios of {@code -Pfull} until a promise is broken.
   *
   * @param first the scenario to begin with
   * @return the scenario, the number of steps, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    // A sort keeps the order of the others.
    return scenarios(Bounds.WHOLE).stream()
        .sorted(Comparator.comparing(scenario -> !scenario.name().equals(first)))
        .map(scenario -> new Explorer(scenario).explore(MOST_STATES))
        .flatMap(found -> found.counterexample().map(it -> texts(found, it)).stream())
        .findFirst();
  }

  private static String[] texts(Exploration found, Counterexample broken) {
    return new String[] {found.scenario(), String.valueOf(broken.steps()), broken.promise()};
  }

  private static List<Scenario> scenarios(Bounds bounds) {
    return switch (bounds) {
      case SMALL -> Scenarios.small();
      case WHOLE -> Scenarios.whole();
      case DEEP -> Scenarios.deep();
    };
  }

  private Exploration explore(Scenario scenario, Consumer<String> output) {
    long began = nanoTime.getAsLong();
    Exploration found = new Explorer(scenario).explore(MOST_STATES);
    Duration taken = Duration.ofNanos(nanoTime.getAsLong() - began);
    output.accept(
        String.format(
            Locale.ROOT,
            "| %s | %s | %,d | %,d | %s | %d | %s | %s |%n",
            scenario.name(),
            scenario.bounds(),
            found.states(),
            found.transitions(),
            rounded(found.histories()),
            found.depth(),
            String.format(Locale.ROOT, "%.1f s", taken.toMillis() / 1000.0),
            found.counterexample().map(Counterexample::promise).orElse("none")));
    found.broken().ifPresent(text -> output.accept(text + System.lineSeparator()));
    return found;
  }

  private static String rounded(double histories) {
    return histories < 1e6
        ? String.format(Locale.ROOT, "%,.0f", histories)
        : String.format(Locale.ROOT, "%.1e", histories);
  }

  private static <T> T join(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new IllegalStateException("An exploration did not end", e);
    }
  }
}
