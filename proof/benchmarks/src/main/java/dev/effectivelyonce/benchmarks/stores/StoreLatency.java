package dev.effectivelyonce.benchmarks.stores;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.report.Table;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Effect;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures how long a batch takes over each store, in turns, in one run.
 *
 * @param rounds how often each store has its turn
 * @param batchesPerRound how many batches a turn has; as many go before the first, unmeasured
 */
public record StoreLatency(Consumer<String> progress, int rounds, int batchesPerRound) {
  private static final List<Shape> SHAPES =
      Stream.of(1, 10, 100)
          .flatMap(size -> Stream.of(Mix.NEW, Mix.DUPLICATES).map(mix -> Shape.standard(mix, size)))
          .toList();

  private static final List<Supplier<StoreServer>> SERVERS =
      List.of(
          StoreServer::dynamoDb,
          StoreServer::postgres,
          StoreServer::redisSync,
          StoreServer::redisAsync);

  /** Measures, and returns the medians in milliseconds as a table. */
  public String run() {
    List<StoreServer> servers = new ArrayList<>();
    try {
      for (Supplier<StoreServer> server : SERVERS) {
        servers.add(server.get());
      }
      Stream<String> titles = servers.stream().map(StoreServer::title);
      Table table = new Table(1, Stream.concat(Stream.of("batch"), titles).toArray(String[]::new));
      for (Shape shape : SHAPES) {
        String batch = shape.batchSize() + ", " + shape.title();
        progress.accept(batch);
        Stream<String> medians = medians(shape, servers).stream();
        table.row(Stream.concat(Stream.of(batch), medians).toArray(String[]::new));
      }
      return table.markdown();
    } finally {
      servers.forEach(StoreServer::close);
    }
  }

  private List<String> medians(Shape shape, List<StoreServer> servers) {
    List<Turn> turns = servers.stream().map(it -> new Turn(it, shape)).toList();
    turns.forEach(Turn::warmUp);
    for (int i = 0; i < rounds; i++) {
      turns.forEach(Turn::round);
    }
    return turns.stream().map(Turn::median).toList();
  }

  private final class Turn {
    private final Subject subject;
    private final Batches batches;
    private final List<Long> nanos = new ArrayList<>();

    Turn(StoreServer server, Shape shape) {
      String keys = shape.batchSize() + "-" + shape.mix() + "-";
      this.subject = Subject.over(server.store(), Effect.immediate());
      this.batches = new Batches(shape, keys);
    }

    void warmUp() {
      batches.before().forEach(subject::nanos);
      batches.next(batchesPerRound).forEach(subject::nanos);
    }

    void round() {
      for (SQSEvent batch : batches.next(batchesPerRound)) {
        nanos.add(subject.nanos(batch));
      }
    }

    String median() {
      List<Long> sorted = nanos.stream().sorted().toList();
      return String.format(Locale.ROOT, "%.2f", sorted.get(sorted.size() / 2) / 1e6);
    }
  }
}
