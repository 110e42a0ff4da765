package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract on a cluster by Jedis: records of both servers in one group. */
class JedisClusterContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return store();
  }

  private static RedisStore store() {
    assertThat(LocalCluster.emptied()).hasSize(2);
    return SharedRedis.store(new JedisCommands(LocalCluster.client()), Listing.FAILED_AND_HELD);
  }

  @Test
  void recordsOfAllServersAreListedAndHaveTrails() {
    RedisStore store = store();
    List<IdempotencyRecord> failed =
        Stream.of("1", "2", "3", "4", "5", "6", "7", "8")
            .map(key -> Samples.failed(store, key))
            .toList();

    assertThat(store.listed(Samples.ORDERS)).containsExactlyInAnyOrderElementsOf(failed);
    AuditLog trail = store.trail().orElseThrow();
    for (IdempotencyRecord seen : failed) {
      Write.Acknowledge write = new Write.Acknowledge(seen, Samples.NOW);
      trail.write(write, AuditLog.entry(write, "1", Samples.NOW, "anna", Optional.empty()));
      assertThat(trail.entries(seen.id())).hasSize(1);
    }
    assertThat(LocalCluster.servers()).allMatch(node -> node.client().dbSize() > 0);
  }
}
