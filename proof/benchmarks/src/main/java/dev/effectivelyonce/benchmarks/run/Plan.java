package dev.effectivelyonce.benchmarks.run;

import static dev.effectivelyonce.benchmarks.scenario.Mix.DUPLICATES;
import static dev.effectivelyonce.benchmarks.scenario.Mix.HALF;
import static dev.effectivelyonce.benchmarks.scenario.Mix.NEW;
import static dev.effectivelyonce.benchmarks.scenario.Mix.REDELIVERED;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH;
import static dev.effectivelyonce.benchmarks.scenario.Mix.TENTH_REDELIVERED;

import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The scenarios of each part, with as much effort as fits into ten minutes on two cores. Not every
 * batch size with every latency and mix: each part varies one thing, the others stay.
 */
public final class Plan {
  private static final int USUAL = 10;

  /** So long that requests which can overlap do, on a busy machine too. */
  private static final Duration FAR = Duration.ofMillis(20);

  private static final Duration NEAR = Duration.ofMillis(5);
  private static final Duration HERE = Duration.ZERO;

  private Plan() {}

  /** The scenarios of a part that compares batches; none for the others. */
  public static List<Scenario> scenarios(Part part) {
    return switch (part) {
      case REQUESTS -> requests();
      case LATENCY -> latency();
      case MIXES -> mixes();
      case FIFO -> fifo();
      case COMMITS -> commits();
      case SIZES -> sizes();
      case WRITES -> writes();
      case WINDOW -> window();
      case CPU, MEMORY -> List.of();
    };
  }

  private static List<Scenario> requests() {
    Effort little = new Effort(1, 3, 1);
    return Stream.of(
            Shape.standard(NEW, USUAL),
            Shape.standard(DUPLICATES, USUAL),
            Shape.standard(TENTH, USUAL),
            Shape.fifo(USUAL, 1),
            Shape.fifo(USUAL, 3),
            Shape.fifo(USUAL, USUAL))
        .map(shape -> new Scenario(shape, FAR, little))
        .toList();
  }

  private static List<Scenario> latency() {
    Shape shape = Shape.standard(NEW, USUAL);
    return List.of(
        new Scenario(shape, HERE, new Effort(300, 10, 10)),
        new Scenario(shape, Duration.ofMillis(1), new Effort(10, 10, 10)),
        new Scenario(shape, NEAR, new Effort(10, 10, 8)),
        new Scenario(shape, Duration.ofMillis(10), new Effort(5, 10, 4)));
  }

  private static List<Scenario> mixes() {
    Effort many = new Effort(20, 5, 20);
    Effort few = new Effort(5, 5, 5);
    return List.of(
        new Scenario(Shape.standard(NEW, USUAL), HERE, many),
        new Scenario(Shape.standard(TENTH, USUAL), HERE, many),
        new Scenario(Shape.standard(DUPLICATES, USUAL), HERE, many),
        new Scenario(Shape.standard(TENTH, USUAL), NEAR, few),
        new Scenario(Shape.standard(DUPLICATES, USUAL), NEAR, few));
  }

  private static List<Scenario> fifo() {
    Effort few = new Effort(5, 5, 5);
    return Stream.of(1, 3, USUAL)
        .map(groups -> new Scenario(Shape.fifo(USUAL, groups), NEAR, few))
        .toList();
  }

  private static List<Scenario> commits() {
    Effort few = new Effort(20, 5, 8);
    return Stream.of(NEW, TENTH, DUPLICATES)
        .map(mix -> new Scenario(Shape.standard(mix, USUAL), NEAR, few))
        .toList();
  }

  /** Without latency added: what counts here are requests and processor time. */
  private static List<Scenario> window() {
    Effort many = new Effort(100, 10, 40);
    return Stream.of(NEW, TENTH_REDELIVERED, REDELIVERED)
        .map(mix -> new Scenario(Shape.standard(mix, USUAL), HERE, many))
        .toList();
  }

  private static List<Scenario> sizes() {
    return List.of(
        size(1, new Effort(100, 5, 100)),
        size(10, new Effort(20, 5, 20)),
        size(100, new Effort(3, 5, 4)),
        size(1_000, new Effort(1, 2, 1)),
        size(10_000, new Effort(0, 1, 1)));
  }

  /** The largest come first, since they compile most. */
  private static List<Scenario> writes() {
    return IntStream.of(1_000, 100, USUAL, 1)
        .boxed()
        .flatMap(size -> Stream.of(NEW, DUPLICATES, HALF).flatMap(mix -> writes(mix, size)))
        .toList();
  }

  private static Stream<Scenario> writes(Mix mix, int size) {
    IntStream handlerMillis = size == 1_000 ? IntStream.of(0, 50) : IntStream.of(0, 5, 50);
    return handlerMillis.mapToObj(millis -> write(mix, size, millis));
  }

  private static Scenario write(Mix mix, int size, int handlerMillis) {
    Effort effort =
        switch (size) {
          case 1, USUAL -> new Effort(20, 7, 5);
          case 100 -> new Effort(5, 7, 2);
          default -> new Effort(2, 3, 1);
        };
    return new Scenario(Shape.standard(mix, size), NEAR, Duration.ofMillis(handlerMillis), effort);
  }

  private static Scenario size(int messages, Effort effort) {
    return new Scenario(Shape.standard(NEW, messages), HERE, effort);
  }
}
