package dev.effectivelyonce.operations;

import static dev.effectivelyonce.operations.bench.Orders.WHY;
import static dev.effectivelyonce.operations.bench.Orders.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.bench.OtherEngines;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunEnd;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dead letters whose records are in PostgreSQL and Redis: the record there decides. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherStoresLettersTest {
  private Stream<String> stores() {
    return Stream.of(OtherEngines.postgres("postgres"), OtherEngines.redis("SYNC"));
  }

  /** A record of each state, and one letter without a record. */
  private static final class Bench implements AutoCloseable {
    private final Orders orders;
    private final OperatorContext context;
    private final String prefix;

    Bench(String url, Path directory) {
      orders = new Orders(directory, Clock.systemUTC());
      // The engines are shared: no test knows the keys of another.
      prefix = orders.queue + "-";
      orders.write(
          "effectively-once.json",
          """
          {"consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",
          "fingerprint":["/customerId","/totalCents"],"retention":"P19D"}]}
          """
              .formatted(orders.queue, url));
      context = orders.context(Map.of(Service.SQS, LocalAws.sqsEndpoint()));
    }

    IdempotencyStore store() {
      return context.store(context.consumer("orders"));
    }

    IdempotencyRecord record(String key) {
      return store().find(id(prefix + key)).orElseThrow();
    }

    private IdempotencyRecord claimed(String key, Instant when) {
      Claim claim = Orders.claim(prefix + key, when, Optional.empty());
      return Orders.written(store().claim(claim));
    }

    void oneOfEach() {
      Instant before = context.now().minus(Duration.ofMinutes(10));
      IdempotencyRecord failed = claimed("failed", before);
      Orders.written(store().fail(failed, WHY, failed.stamp()));
      IdempotencyRecord done = claimed("done", before);
      Orders.written(store().complete(done, StoredResult.none(), done.stamp()));
      IdempotencyRecord held = claimed("held", before);
      Orders.written(store().hold(held, WHY, held.stamp()));
      claimed("live", context.now());
      for (String key : Set.of("failed", "done", "held", "live", "unknown")) {
        String ignored = orders.sendDead(Orders.body(prefix + key));
      }
    }

    Set<String> keys(String queue) {
      return orders.bodies(orders.url(queue)).stream()
          .map(body -> body.replaceFirst(".*" + prefix + "([a-z]+).*", "$1"))
          .collect(Collectors.toSet());
    }

    ReplayCounts replay() {
      ReplaySetup setup =
          ReplaySetup.of(context.consumer("orders"), context, Optional.of("INC-12"));
      var report = setup.run(ReplayRequest.everything(), ReplayListener.NONE).report();
      assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
      return report.counts();
    }

    @Override
    public void close() {
      context.close();
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aReplaySendsWhatTheRecordThereAllowsAndLeavesItsReasonThere(
      String url, @TempDir Path directory) {
    try (Bench bench = new Bench(url, directory)) {
      bench.oneOfEach();

      ReplayCounts counts = bench.replay();

      assertThat(bench.keys(bench.orders.queue)).containsExactlyInAnyOrder("failed", "unknown");
      assertThat(bench.keys(bench.orders.queue + "-dead"))
          .containsExactlyInAnyOrder("held", "live");
      assertThat(counts.replayed()).isEqualTo(2);
      assertThat(counts.reopened()).isOne();
      assertThat(counts.skipped()).isOne();
      assertThat(counts.left()).isEqualTo(2);
      assertThat(bench.record("failed").status()).isEqualTo(Status.RETRYABLE);
      assertThat(bench.record("done").status()).isEqualTo(Status.COMPLETED);
      assertThat(bench.record("held").status()).isEqualTo(Status.UNKNOWN);
      assertThat(bench.store().trail().orElseThrow().entries(bench.record("failed").id()))
          .singleElement()
          .extracting(TrailEntry::reason)
          .asString()
          .contains("INC-12");
    }
  }
}
