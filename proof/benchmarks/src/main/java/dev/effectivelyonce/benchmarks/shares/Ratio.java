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
 * The time of one way to handle a batch, as a share of another's. The time is wall time or
 * processor time.
 *
 * @param of what is compared with what
 */
record Ratio(String engine, double cpu, String batch, String of, double millis, double other) {
  private static final int LARGE = 100;

  double value() {
    return millis / other;
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
    return Stream.of(
            of("of Powertools' best", ours, peer(cell, Figure::millis), Figure::millis),
            of("of own single writes", ours, figure(cell, Contender.SINGLE), Figure::millis),
            of("committed, of plain", figure(cell, Contender.COMMITTED), ours, Figure::millis),
            of("single shot, of plain", figure(cell, Contender.SINGLE_SHOT), ours, Figure::millis),
            of(
                "processor time, of Powertools' least",
                // A smaller batch takes few of the ticks by which the kernel counts it.
                ours.filter(it -> it.batchSize() >= LARGE),
                peer(cell, Figure::cpuMillis),
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

  private static Optional<Ratio> of(
      String of,
      Optional<Figure> figure,
      Optional<Figure> other,
      ToDoubleFunction<Figure> measured) {
    return figure.flatMap(
        it ->
            other.map(
                than ->
                    new Ratio(
                        it.engine(),
                        it.cpu(),
                        it.batch(),
                        of,
                        measured.applyAsDouble(it),
                        measured.applyAsDouble(than))));
  }
}
