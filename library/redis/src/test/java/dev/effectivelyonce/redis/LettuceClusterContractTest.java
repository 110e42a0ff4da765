package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The contract on a cluster by Lettuce: records of both servers in one group. */
class LettuceClusterContractTest extends GroupWriterContract {
  private static final RedisClusterClient CLIENT =
      RedisClusterClient.create("redis://127.0.0.1:" + LocalCluster.servers().getFirst().port());
  private static final StatefulRedisClusterConnection<String, String> CONNECTION = CLIENT.connect();

  @AfterAll
  static void close() {
    CONNECTION.close();
    CLIENT.shutdown();
  }

  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return store();
  }

  private static RedisStore store() {
    assertThat(LocalCluster.emptied()).hasSize(2);
    return SharedRedis.store(new LettuceCommands(CONNECTION), Listing.FAILED_AND_HELD);
  }

  @Test
  void recordsOfAllServersAreListed() {
    RedisStore store = store();
    List<IdempotencyRecord> failed =
        Stream.of("1", "2", "3", "4", "5", "6", "7", "8")
            .map(key -> Samples.failed(store, key))
            .toList();

    assertThat(store.listed(Samples.ORDERS)).containsExactlyInAnyOrderElementsOf(failed);
    assertThat(LocalCluster.servers()).allMatch(node -> node.client().dbSize() > 0);
  }
}
