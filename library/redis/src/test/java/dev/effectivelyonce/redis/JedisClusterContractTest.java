package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract on a cluster by Jedis: records of both servers in one group. */
class JedisClusterContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return LocalCluster.emptyStore(new JedisCommands(LocalCluster.client()));
  }

  @Test
  void recordsOfAllServersAreListedAndHaveTrails() {
    RedisStore store = LocalCluster.emptyStore(new JedisCommands(LocalCluster.client()));
    AuditLog trail = store.trail().orElseThrow();
    for (IdempotencyRecord seen : LocalCluster.failedOnAll(store)) {
      Write.Acknowledge write = new Write.Acknowledge(seen, Samples.NOW);
      trail.write(write, AuditLog.entry(write, "1", Samples.NOW, "anna", Optional.empty()));
      assertThat(trail.entries(seen.id())).hasSize(1);
    }
  }
}
