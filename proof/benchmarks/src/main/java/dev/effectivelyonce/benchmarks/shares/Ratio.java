package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The time of one way to handle a batch, as a share of another's, and its goal. The time is wall
 * time or processor time.
 *
 * @param of what is compared with what
 */
record Ratio(
    String engine,
    double cpu,
    int batchSize,
    String batch,
    String of,
    double millis,
    double other,
    double limit) {
  private static final int LARGE = 100;

  double value() {
    return millis / other;
  }

  boolean isMet() {
    return value() <= limit;
  }

  /** Whether its batch is one of those that have a goal of their own for Powertools. */
  boolean isOfALargeBatch() {
    return batchSize >= LARGE;
  }

  /** What it is of, whatever the engine. */
  String row() {
    return cpu + " CPU, " + batch + ", " + of;
  }

  /** Those of all cells, in the order of the figures. */
  static List<Ratio> of(List<Figure> figures) {
    Map<List<Object>, Map<Contender, Figure>> cells = new LinkedHashMap<>();
    for (Figure figure : figures) {
      cells
          .computeIfAbsent(
              List.of(figure.engine(), figure.cpu(), figure.batch()),
              cell -> new EnumMap<>(Contender.class))
          .put(figure.contender(), figure);
    }
    return cells.values().stream().flatMap(cell -> of(cell).stream()).toList();
  }

  private static List<Ratio> of(Map<Contender, Figure> cell) {
    Optional<Figure> ours = figure(cell, Contender.GROUPED);
    double limit = ours.map(Ratio::limit).orElse(0.0);
    return Stream.of(
            of("ours / Powertools' best", ours, peer(cell, Figure::millis), limit, Figure::millis),
            of("ours / our single writes", ours, figure(cell, Contender.SINGLE), 1, Figure::millis),
            of("commit / plain", figure(cell, Contender.COMMITTED), ours, 0.8, Figure::millis),
            of(
                "single shot / plain",
                figure(cell, Contender.SINGLE_SHOT),
                ours,
                0.45,
                Figure::millis),
            of(
                "processor time: ours / Powertools' least",
                // A smaller batch takes few of the ticks by which the kernel counts it.
                ours.filter(it -> it.batchSize() >= LARGE),
                peer(cell, Figure::cpuMillis),
                0.5,
                Figure::cpuMillis))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Powertools in the mode that is best by what is measured. */
  private static Optional<Figure> peer(
      Map<Contender, Figure> cell, ToDoubleFunction<Figure> measured) {
    return cell.values().stream()
        .filter(it -> it.contender().isPeer())
        .min(Comparator.comparingDouble(measured));
  }

  private static Optional<Figure> figure(Map<Contender, Figure> cell, Contender contender) {
    return Optional.ofNullable(cell.get(contender));
  }

  private static double limit(Figure ours) {
    if (ours.cpu() >= 1) {
      return 0.95;
    }
    return ours.batchSize() < LARGE ? 0.6 : 0.4;
  }

  private static Optional<Ratio> of(
      String of,
      Optional<Figure> figure,
      Optional<Figure> other,
      double limit,
      ToDoubleFunction<Figure> measured) {
    return figure.flatMap(
        it ->
            other.map(
                than ->
                    new Ratio(
                        it.engine(),
                        it.cpu(),
                        it.batchSize(),
                        it.batch(),
                        of,
                        measured.applyAsDouble(it),
                        measured.applyAsDouble(than),
                        limit)));
  }
}
