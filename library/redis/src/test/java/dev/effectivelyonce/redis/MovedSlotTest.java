package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A slot that moves to another server of the cluster, of which the client does not know yet. */
class MovedSlotTest {
  private final List<LocalRedis> servers = LocalCluster.emptied();
  private final RedisStore store =
      SharedRedis.store(new JedisCommands(LocalCluster.client()), Listing.FAILED_AND_HELD);
  private final IdempotencyRecord failed = Samples.failed(store, "order-1");
  private final String key = Fields.key(failed.id());
  private final int slot = JedisClusterCRC16.getSlot(key);

  @BeforeEach
  void moveAway() {
    move(home(), other());
  }

  @AfterEach
  void moveBack() {
    move(other(), home());
  }

  private LocalRedis home() {
    return servers.get(slot < 8192 ? 0 : 1);
  }

  private LocalRedis other() {
    return servers.get(slot < 8192 ? 1 : 0);
  }

  private void move(LocalRedis from, LocalRedis to) {
    String source = name(from);
    String target = name(to);
    to.send(Command.CLUSTER, "SETSLOT", slot, "IMPORTING", source);
    from.send(Command.CLUSTER, "SETSLOT", slot, "MIGRATING", target);
    from.send(Command.MIGRATE, "127.0.0.1", to.port(), key, 0, 10_000);
    to.send(Command.CLUSTER, "SETSLOT", slot, "NODE", target);
    from.send(Command.CLUSTER, "SETSLOT", slot, "NODE", target);
    LocalCluster.agree();
  }

  private static String name(LocalRedis server) {
    return new String((byte[]) server.send(Command.CLUSTER, "MYID"), StandardCharsets.UTF_8);
  }

  @Test
  void itsRecordIsListed() {
    List<IdempotencyRecord> all = new ArrayList<>(List.of(failed));
    for (int i = 2; i < 9; i++) {
      all.add(Samples.failed(store, "order-" + i));
    }

    assertThat(store.listed(Samples.ORDERS)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void itsRecordIsFound() {
    assertThat(store.find(failed.id())).contains(failed);
  }

  @Test
  void inAGroupItsWriteGoesAloneAndIsAnswered() {
    Write.Claim again = Samples.claiming("order-1", "b");

    assertThat(Samples.answers(store, again, Samples.claiming("order-2", "b")).getFirst())
        .isEmpty();
    assertThat(store.write(again)).isEqualTo(new WriteResult.Refused(Optional.of(failed)));
  }
}
