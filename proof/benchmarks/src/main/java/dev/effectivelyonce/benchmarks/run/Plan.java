package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.scenario.Mix.DUPLICATES;
import static dev.effectivelyonce.benchmarks.scenario.Mix.NEW;
import static dev.effectivelyonce.benchmarks.scenario.Mix.REDELIVERED;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH_REDELIVERED;

import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.scenario.Task;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios of each short part. Wall time by size, mix and share is the part shares. */
final class Plan {
  private static final int USUAL = 10;

  /** So long that requests which can overlap do, on a busy machine too. */
  private static final Duration FAR = Duration.ofMillis(20);

  private Plan() {}

  /** The batches whose requests are counted. */
  static List<Scenario> requests() {
    Effort some = new Effort(20, 10, 2);
    return Stream.of(
            Stream.of(
                new Scenario(Shape.standard(NEW, USUAL), FAR, some),
                new Scenario(Shape.standard(NEW, USUAL), FAR, Task.ROW, some)),
            Stream.of(DUPLICATES, TENTH, REDELIVERED, TENTH_REDELIVERED)
                .map(mix -> new Scenario(Shape.standard(mix, USUAL), FAR, some)),
            Stream.of(1, 3, USUAL)
                .map(groups -> new Scenario(Shape.fifo(USUAL, groups), FAR, some)))
        .flatMap(scenarios -> scenarios)
        .toList();
  }
}
