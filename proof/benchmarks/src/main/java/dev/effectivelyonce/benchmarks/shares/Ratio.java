package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time of one way to handle a batch, as a share of another's, and its goal.
 *
 * @param of what is compared with what
 */
record Ratio(
    String engine, double cpu, String batch, String of, double millis, double other, double limit) {
  private static final int LARGE = 100;

  double value() {
    return millis / other;
  }

  boolean isMet() {
    return value() <= limit;
  }

  /** What it is of, whatever the engine. */
  String row() {
    return cpu + " CPU, " + batch + ", " + of;
  }

  /** Names it in a record. */
  String key() {
    return engine + ", " + row();
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
    Optional<Figure> peer =
        cell.values().stream()
            .filter(it -> it.contender().isPeer())
            .min(Comparator.comparingDouble(Figure::millis));
    double limit = ours.map(Ratio::limit).orElse(0.0);
    return Stream.of(
            of("of Powertools' best", ours, peer, limit),
            of("of own single writes", ours, figure(cell, Contender.SINGLE), 1),
            of("committed, of plain", figure(cell, Contender.COMMITTED), ours, 0.8),
            of("single shot, of plain", figure(cell, Contender.SINGLE_SHOT), ours, 0.45))
        .flatMap(Optional::stream)
        .toList();
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
      String of, Optional<Figure> figure, Optional<Figure> other, double limit) {
    return figure.flatMap(
        it ->
            other.map(
                than ->
                    new Ratio(
                        it.engine(), it.cpu(), it.batch(), of, it.millis(), than.millis(), limit)));
  }
}
