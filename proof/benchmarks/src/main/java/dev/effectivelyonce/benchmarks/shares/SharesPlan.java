package dev.effectivelyonce.benchmarks.shares;

import static dev.effectivelyonce.benchmarks.scenario.Mix.DUPLICATES;
import static dev.effectivelyonce.benchmarks.scenario.Mix.NEW;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.scenario.Task;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured.
 *
 * @param cpus shares of a processor, or how many: 0.29 is that of 512 MB, 0.58 that of 1,024 MB, 1
 *     that of 1,769 MB
 * @param sizes of batches, of those that there are
 */
public record SharesPlan(List<Engine> engines, List<Double> cpus, List<Integer> sizes, int rounds) {
  /** Those of the goals. */
  public static final List<Double> CPUS = List.of(0.29, 0.58, 1.0, 2.0);

  /** All sizes, the largest first, since they compile most. */
  public static final List<Integer> SIZES = List.of(1_000, 100, 10, 5, 2, 1);

  private static final int USUAL = 10;

  List<Cell> cells() {
    return engines.stream()
        .flatMap(engine -> cpus.stream().flatMap(cpu -> cells(engine, cpu)))
        .toList();
  }

  private Stream<Cell> cells(Engine engine, double cpu) {
    return shapes()
        .filter(shape -> sizes.contains(shape.batchSize()))
        .flatMap(
            shape -> Arrays.stream(Task.values()).map(task -> new Cell(engine, cpu, shape, task)));
  }

  /** SQS gives at most 10 messages of a FIFO queue. */
  private static Stream<Shape> shapes() {
    Stream<Shape> standard =
        SIZES.stream()
            .flatMap(
                size ->
                    size < USUAL
                        ? Stream.of(Shape.standard(NEW, size), Shape.standard(DUPLICATES, size))
                        : Stream.of(NEW, TENTH, DUPLICATES).map(mix -> Shape.standard(mix, size)));
    return Stream.concat(standard, Stream.of(1, 3, USUAL).map(groups -> Shape.fifo(USUAL, groups)));
  }
}
