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

  /** What all contenders but those one by one are warmed up with. */
  static Cell compiling(Engine engine) {
    return new Cell(engine, 1, Shape.standard(Mix.NEW, HUNDRED), Task.ROW);
  }

  /** The name in tables. */
  String batch() {
    return String.format(
        Locale.ROOT, "%,d: %s, %s", shape.batchSize(), shape.title(), task.title());
  }

  Scenario scenario(int rounds) {
    Duration latency =
        switch (engine) {
          case LOCAL -> NETWORK;
          case STAND_IN -> Duration.ZERO;
        };
    return new Scenario(shape, latency, task, effort(rounds));
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
}
