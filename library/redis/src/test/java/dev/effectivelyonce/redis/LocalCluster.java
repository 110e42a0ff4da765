package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClusterClient;

/** A cluster of two servers with half of the slots each, ended with the JVM. */
final class LocalCluster {
  private static final int SLOTS = 16_384;
  private static final List<LocalRedis> NODES = started();
  private static final RedisClusterClient CLIENT =
      RedisClusterClient.builder()
          .nodes(Set.of(new HostAndPort("127.0.0.1", NODES.getFirst().port())))
          .clientConfig(
              DefaultJedisClientConfig.builder().timeoutMillis(LocalRedis.PATIENCE_MILLIS).build())
          .build();

  private LocalCluster() {}

  /** Returns the servers without a key. */
  static List<LocalRedis> emptied() {
    NODES.forEach(node -> node.client().flushAll());
    return NODES;
  }

  /** Returns a store on the cluster, which has no key then. */
  static RedisStore emptyStore(Commands commands) {
    assertThat(emptied()).hasSize(2);
    return SharedRedis.store(commands, Listing.FAILED_AND_HELD);
  }

  /**
   * Returns records that failed, of which both servers have some, and asserts that all are listed.
   */
  static List<IdempotencyRecord> failedOnAll(RedisStore store) {
    List<IdempotencyRecord> failed =
        Stream.of("1", "2", "3", "4", "5", "6", "7", "8")
            .map(key -> Samples.failed(store, key))
            .toList();
    assertThat(store.listed(Samples.ORDERS)).containsExactlyInAnyOrderElementsOf(failed);
    assertThat(NODES).allMatch(node -> node.client().dbSize() > 0);
    return failed;
  }

  static List<LocalRedis> servers() {
    return NODES;
  }

  static RedisClusterClient client() {
    return CLIENT;
  }

  private static List<LocalRedis> started() {
    List<LocalRedis> nodes =
        Stream.generate(() -> LocalRedis.start("--cluster-enabled", "yes")).limit(2).toList();
    LocalRedis first = nodes.getFirst();
    LocalRedis second = nodes.getLast();
    first.send(Command.CLUSTER, slots(0, SLOTS / 2));
    second.send(Command.CLUSTER, slots(SLOTS / 2, SLOTS));
    first.send(Command.CLUSTER, "MEET", "127.0.0.1", second.port());
    while (!nodes.stream().allMatch(LocalCluster::isWhole)) {
      Thread.onSpinWait();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> nodes.forEach(LocalRedis::close)));
    return nodes;
  }

  /**
   * Waits until both servers know each other's configuration epoch. The target of a moved slot
   * takes the largest epoch that it knows: one that has not heard of the other's yet claims the
   * slot with a smaller one, loses it again to the next message of the bus and deletes its keys.
   */
  static void agree() {
    while (NODES.stream().map(LocalCluster::epochs).distinct().count() > 1) {
      Thread.onSpinWait();
    }
  }

  /** The epoch of each server by its id, as the server knows them. */
  private static Map<String, String> epochs(LocalRedis node) {
    return text(node, "NODES")
        .lines()
        .map(line -> line.split(" ", -1))
        .collect(Collectors.toMap(fields -> fields[0], fields -> fields[6]));
  }

  private static Object[] slots(int from, int to) {
    return Stream.concat(Stream.of("ADDSLOTS"), IntStream.range(from, to).boxed()).toArray();
  }

  private static boolean isWhole(LocalRedis node) {
    String info = text(node, "INFO");
    return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:" + SLOTS);
  }

  private static String text(LocalRedis node, String what) {
    return new String((byte[]) node.send(Command.CLUSTER, what), StandardCharsets.UTF_8);
  }
}
