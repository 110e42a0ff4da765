package dev.effectivelyonce.benchmarks.micro;

import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.meter.CannedHttpClient;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Requests from the record to the wire and back, the SDK's share included, by canned answers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
public class Store {
  private static final int GROUP = 10;
  private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
  private static final Stamp STAMP = Stamp.of(NOW, Duration.ofDays(18));

  private final IdempotencyStore store =
      new DynamoDbStore(Clients.of(new CannedHttpClient()), "records");
  private final GroupWriter groups = store.groups().orElseThrow();
  private final Claim claim = claim(0);
  private final IdempotencyRecord mine = IdempotencyRecord.claimed(claim);
  private final StoredResult result = new StoredResult.Text("{\"orderId\":\"order-1\"}");
  private final List<Write.Groupable> claims =
      IntStream.range(0, GROUP)
          .<Write.Groupable>mapToObj(at -> new Write.Claim(claim(at)))
          .toList();
  private final List<Write.Groupable> ends =
      IntStream.range(0, GROUP)
          .<Write.Groupable>mapToObj(
              at -> new Write.Complete(IdempotencyRecord.claimed(claim(at)), result, STAMP))
          .toList();

  private static Claim claim(int at) {
    return new Claim(
        new RecordId(
            String.format(Locale.ROOT, "orders#0123456789012345678901234567890123456789%03d", at)),
        new Owner("00000000-0000-4000-8000-000000000000"),
        NOW.plusSeconds(30),
        STAMP,
        Optional.empty(),
        Optional.empty());
  }

  /** One claim: PutItem. */
  @Benchmark
  public WriteResult claimAlone() {
    return store.claim(claim);
  }

  /** One completion: UpdateItem. */
  @Benchmark
  public WriteResult completeAlone() {
    return store.complete(mine, result, STAMP);
  }

  /** A claim in a group of ten: BatchExecuteStatement. */
  @Benchmark
  @OperationsPerInvocation(GROUP)
  public void claimInGroup(Blackhole answered) {
    groups.write(claims, (index, result) -> answered.consume(result));
  }

  /** A completion in a group of ten: BatchExecuteStatement. */
  @Benchmark
  @OperationsPerInvocation(GROUP)
  public void completeInGroup(Blackhole answered) {
    groups.write(ends, (index, result) -> answered.consume(result));
  }
}
