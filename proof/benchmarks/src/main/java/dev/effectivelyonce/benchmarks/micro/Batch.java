package dev.effectivelyonce.benchmarks.micro;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A message on its way through a batch, over a store that says yes at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
public class Batch {
  private static final int SIZE = 10;

  private final Subject grouped = Contender.GROUPED.over(new Backing.Nothing());
  private final Subject single = Contender.SINGLE.over(new Backing.Nothing());
  private final SQSEvent standard = new Batches(Shape.standard(Mix.NEW, SIZE)).next(1).getFirst();
  private final SQSEvent fifo = new Batches(Shape.fifo(SIZE, 3)).next(1).getFirst();
  private final SQSEvent alone = new Batches(Shape.standard(Mix.NEW, 1)).next(1).getFirst();

  /** Ten lanes, writes in groups. */
  @Benchmark
  @OperationsPerInvocation(SIZE)
  public int tenLanesGrouped() {
    return grouped.handle(standard);
  }

  /** Ten lanes, single writes. */
  @Benchmark
  @OperationsPerInvocation(SIZE)
  public int tenLanesSingle() {
    return single.handle(standard);
  }

  /** Three message groups of a FIFO queue, single writes. */
  @Benchmark
  @OperationsPerInvocation(SIZE)
  public int threeMessageGroupsSingle() {
    return single.handle(fifo);
  }

  /** A batch of one: no thread but the invocation's. */
  @Benchmark
  public int oneMessage() {
    return grouped.handle(alone);
  }
}
