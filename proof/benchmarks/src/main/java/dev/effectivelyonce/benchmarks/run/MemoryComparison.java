package dev.effectivelyonce.benchmarks.run;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.benchmarks.meter.LiveHeap;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Measures the live heap of a batch; not its time, since collections stand in between. */
public final class MemoryComparison {
  private static final String TABLE = "memory";

  private final URI endpoint;

  /**
   * @param endpoint of the engine
   */
  public MemoryComparison(URI endpoint) {
    this.endpoint = endpoint;
  }

  /** The row of a contender with batches of a size, all new. */
  public MemoryRow run(Contender contender, int batchSize) {
    try (DynamoDbClient client = Clients.of(endpoint)) {
      Tables.create(client, TABLE);
      try (Subject subject = contender.over(new Backing.Table(client, TABLE))) {
        subject.select();
        List<SQSEvent> batches = new Batches(Shape.standard(Mix.NEW, batchSize)).next(2);
        subject.handle(batches.getFirst());
        long peak = LiveHeap.peakBytes(() -> subject.handle(batches.getLast()));
        return new MemoryRow(contender, batchSize, peak);
      } finally {
        Tables.delete(client, TABLE);
      }
    }
  }
}
