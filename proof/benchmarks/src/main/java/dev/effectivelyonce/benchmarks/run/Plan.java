package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.scenario.Mix.DUPLICATES;
import static dev.effectivelyonce.benchmarks.scenario.Mix.NEW;
import static dev.effectivelyonce.benchmarks.scenario.Mix.REDELIVERED;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH_REDELIVERED;

import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
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

  private static final Duration NEAR = Duration.ofMillis(5);

  private Plan() {}

  /** The scenarios of a part that compares batches; none for the others. */
  static List<Scenario> scenarios(Part part) {
    return switch (part) {
      case REQUESTS -> requests();
      case COMMITS -> standard(NEAR, new Effort(20, 5, 8), NEW, TENTH, DUPLICATES);
      // Without latency added: what counts here are requests and processor time.
      case CACHE ->
          standard(Duration.ZERO, new Effort(100, 10, 40), NEW, TENTH_REDELIVERED, REDELIVERED);
      case CPU -> List.of();
    };
  }

  private static List<Scenario> requests() {
    Effort some = new Effort(20, 10, 2);
    return Stream.of(
            standard(FAR, some, NEW).stream(),
            Stream.of(new Scenario(Shape.standard(NEW, USUAL), FAR, Task.ROW, some)),
            standard(FAR, some, DUPLICATES, TENTH).stream(),
            Stream.of(1, 3, USUAL)
                .map(groups -> new Scenario(Shape.fifo(USUAL, groups), FAR, some)))
        .flatMap(scenarios -> scenarios)
        .toList();
  }

  private static List<Scenario> standard(Duration latency, Effort effort, Mix... mixes) {
    return Stream.of(mixes)
        .map(mix -> new Scenario(Shape.standard(mix, USUAL), latency, effort))
        .toList();
  }
}
