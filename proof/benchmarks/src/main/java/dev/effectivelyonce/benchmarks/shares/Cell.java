package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.scenario.Effort;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.scenario.Task;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What contenders are compared with.
 *
 * @param cpu the share of a processor, or how many
 */
record Cell(Engine engine, double cpu, Shape shape, Task task) {
  private static final int HUNDRED = 100;

  /** Up to here a batch one by one may be as fast as one side by side. */
  private static final int FEW = 2;

  /** To DynamoDB Local; the times of the stand-in hold the network's. */
  private static final Duration NETWORK = Duration.ofMillis(5);

  /** A request and its answer, roughly. */
  private static final double ROUND_TRIP_MILLIS = 8;

  /** Processor time of a message, roughly. */
  private static final double MESSAGE_MILLIS = 1.2;

  /** What all contenders but those one by one are warmed up with. */
  static Cell compiling(Engine engine) {
    return new Cell(engine, 1, Shape.standard(Mix.NEW, HUNDRED), Task.ROW);
  }

  /** The name in tables. */
  String batch() {
    return String.format(Locale.ROOT, "%,d %s, %s", shape.batchSize(), shape.title(), task.title());
  }

  Scenario scenario(int rounds) {
    Duration latency =
        switch (engine) {
          case LOCAL -> NETWORK;
          case STAND_IN -> Duration.ZERO;
        };
    return new Scenario(shape, latency, Duration.ZERO, task, effort(rounds));
  }

  private Effort effort(int rounds) {
    int size = shape.batchSize();
    if (size < HUNDRED) {
      return new Effort(3 * rounds, rounds, 5);
    }
    return size == HUNDRED ? new Effort(rounds, rounds, 2) : new Effort(1, rounds, 1);
  }

  /** A limit that the machine does not reach is none. */
  CpuShare share() {
    return cpu < Runtime.getRuntime().availableProcessors()
        ? new CpuShare.Part(cpu)
        : new CpuShare.All();
  }

  List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>(List.of(Contender.GROUPED, Contender.SINGLE));
    boolean isFifo = shape.messageGroups().isPresent();
    if (isFifo || shape.batchSize() <= FEW) {
      contenders.add(Contender.peerOneByOne());
    }
    if (!isFifo) {
      contenders.addAll(Contender.peersSideBySide());
    }
    if (task == Task.ROW) {
      contenders.add(Contender.COMMITTED);
      contenders.add(Contender.SINGLE_SHOT);
    }
    return contenders;
  }

  /** How long it will take, roughly: for a plan of hours. */
  Duration estimate(int rounds) {
    Effort effort = effort(rounds);
    int before =
        effort.warmUpBatches() + (shape.mix() == Mix.NEW ? 0 : FEW + HUNDRED / shape.batchSize());
    int measured = effort.rounds() * effort.batchesPerRound();
    double millis =
        contenders().stream()
            .mapToDouble(it -> before * millis(it, 1) + measured * millis(it, Math.min(1, cpu)))
            .sum();
    return Duration.ofMillis(Math.round(millis));
  }

  private double millis(Contender contender, double share) {
    boolean isInOrder = shape.messageGroups().isPresent() || contender.isOneByOne();
    int lanes = contender.isOneByOne() ? 1 : shape.messageGroups().orElse(1);
    double trips = isInOrder ? 2.0 * shape.batchSize() / lanes : FEW + 1;
    return trips * ROUND_TRIP_MILLIS + shape.batchSize() * MESSAGE_MILLIS / share;
  }
}
