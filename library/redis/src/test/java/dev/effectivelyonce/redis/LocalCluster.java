package dev.effectivelyonce.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClusterClient;

/** A cluster of two servers with half of the slots each, ended with the JVM. */
final class LocalCluster {
  private static final int SLOTS = 16_384;
  private static final List<LocalRedis> NODES = started();
  private static final RedisClusterClient CLIENT =
      RedisClusterClient.create(new HostAndPort("127.0.0.1", NODES.getFirst().port()));

  private LocalCluster() {}

  /** Returns the servers without a key. */
  static List<LocalRedis> emptied() {
    NODES.forEach(node -> node.client().flushAll());
    return NODES;
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

  private static Object[] slots(int from, int to) {
    return Stream.concat(Stream.of("ADDSLOTS"), IntStream.range(from, to).boxed()).toArray();
  }

  private static boolean isWhole(LocalRedis node) {
    String info = new String((byte[]) node.send(Command.CLUSTER, "INFO"), StandardCharsets.UTF_8);
    return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:" + SLOTS);
  }
}
