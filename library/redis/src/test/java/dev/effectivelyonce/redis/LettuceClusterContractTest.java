package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
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
    return LocalCluster.emptyStore(new LettuceCommands(CONNECTION));
  }

  @Test
  void recordsOfAllServersAreListed() {
    assertThat(LocalCluster.failedOnAll(LocalCluster.emptyStore(new LettuceCommands(CONNECTION))))
        .hasSize(8);
  }
}
