package dev.effectivelyonce.simulation.exploration;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Explores scenarios, as many at once as there are cores. */
public final class Explorations {
  /** A table's line holds a scenario, its bounds, and what was visited. */
  private static final String LINE = "| %s | %s | %,d | %,d | %s | %d | %s | %s |%n";

  /** How large the bounds are. */
  public enum Bounds {
    /** Those of every build. */
    QUICK,
    /** Larger ones: minutes, and some gigabytes. */
    DEEP
  }

  private final LongSupplier nanoTime;

  /**
   * @param nanoTime a clock for the time taken
   */
  public Explorations(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Explores all scenarios.
   *
   * @param output takes a markdown table, and each broken promise with its shortest history
   * @return the broken promises
   */
  public List<String> explore(Bounds bounds, Consumer<String> output) {
    output.accept(
        """
        | scenario | actors and bounds | states | steps | histories | longest | time | broken |
        |---|---|---:|---:|---:|---:|---:|---|
        """);
    try (ExecutorService cores =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<Optional<String>>> running =
          scenarios(bounds).stream()
              .map(scenario -> cores.submit(() -> explore(scenario, output)))
              .toList();
      return running.stream().map(Explorations::join).flatMap(Optional::stream).toList();
    }
  }

  /**
   * Explores the scenarios of every build until a promise is broken.
   *
   * @param first the scenario to begin with
   * @return the scenario, the number of steps, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    List<Scenario> all = scenarios(Bounds.QUICK);
    Stream<Scenario> begin = all.stream().filter(it -> it.name().equals(first));
    Stream<Scenario> rest = all.stream().filter(it -> !it.name().equals(first));
    return Stream.concat(begin, rest)
        .map(scenario -> new Explorer(scenario).explore(MOST_STATES))
        .flatMap(found -> found.counterexample().map(it -> texts(found, it)).stream())
        .findFirst();
  }

  private static String[] texts(Exploration found, Counterexample broken) {
    return new String[] {
      found.scenario(), String.valueOf(broken.actions().size()), broken.promise()
    };
  }

  private static final int MOST_STATES = 100_000_000;

  private static List<Scenario> scenarios(Bounds bounds) {
    return switch (bounds) {
      case QUICK -> Scenarios.quick();
      case DEEP -> Scenarios.deep();
    };
  }

  private Optional<String> explore(Scenario scenario, Consumer<String> output) {
    long began = nanoTime.getAsLong();
    Exploration found = new Explorer(scenario).explore(MOST_STATES);
    Duration taken = Duration.ofNanos(nanoTime.getAsLong() - began);
    Optional<String> broken = found.counterexample().map(Counterexample::toString);
    output.accept(
        LINE.formatted(
            scenario.name(),
            scenario.bounds(),
            found.states(),
            found.transitions(),
            rounded(found.histories()),
            found.depth(),
            "%.1f s".formatted(taken.toMillis() / 1000.0),
            found.counterexample().map(Counterexample::promise).orElse("none")));
    broken.ifPresent(text -> output.accept(text + System.lineSeparator()));
    return broken.map(text -> scenario.name() + ": " + text);
  }

  private static String rounded(double histories) {
    return histories < 1e6 ? "%,.0f".formatted(histories) : "%.1e".formatted(histories);
  }

  private static <T> T join(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new IllegalStateException("An exploration did not end", e);
    }
  }
}
