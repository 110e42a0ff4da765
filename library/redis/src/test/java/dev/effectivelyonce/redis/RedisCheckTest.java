package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.redis.RedisCheck.Finding;
import dev.effectivelyonce.redis.RedisCheck.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

class RedisCheckTest {
  /** A server of which only the answer to the probe is known. */
  private record Answering(Answer answer) implements Commands {
    @Override
    public List<Answer> evalsha(String sha, List<Call> calls) {
      return List.of(answer);
    }

    @Override
    public Answer eval(String script, Call call) {
      return answer;
    }

    @Override
    public Stream<List<String>> scan(String pattern) {
      return Stream.empty();
    }
  }

  private final LocalRedis server = LocalRedis.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aServerThatKeepsRecordsHasNoFindingsAndKeepsNothingOfTheCheck() {
    assertThat(findings()).isEmpty();
    assertThat(server.client().dbSize()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"allkeys-lru", "allkeys-random", "volatile-lru", "volatile-ttl"})
  void aCacheThatEvictsIsRefusedAtStart(String policy) {
    server.client().configSet("maxmemory-policy", policy);

    assertThat(findings()).extracting(Finding::kind).containsExactly(Kind.EVICTS);
    assertThatThrownBy(
            () -> RedisStore.builder(server.commands()).durability(Durability.ASYNC).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(policy)
        .hasMessageContaining("noeviction");
  }

  @Test
  void aReplicaIsRefusedAtStart() {
    server.send(Command.REPLICAOF, "127.0.0.1", "1");

    assertThat(findings()).extracting(Finding::kind).containsExactly(Kind.REPLICA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evalsha", "eval", "info", "hset", "hget", "hdel", "hkeys", "hgetall", "hexists", "hincrby",
        "exists", "pexpire", "pttl"
      })
  void aMissingRightIsRefusedAtStart(String command) {
    server.send(Command.ACL, "SETUSER", "default", "-" + command);

    assertThat(findings()).extracting(Finding::kind).containsExactly(Kind.DENIED);
    assertThat(findings().getFirst().remedy()).contains("docs/redis.md");
  }

  @Test
  void aMissingPasswordIsRefusedAtStart() {
    server.send(Command.CONFIG, "SET", "requirepass", "secret");

    try (RedisClient stranger = RedisClient.create("127.0.0.1", server.port())) {
      assertThat(new RedisCheck(new JedisCommands(stranger)).findings())
          .extracting(Finding::kind)
          .containsExactly(Kind.DENIED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "6.0.20, true",
    "5.0.14, true",
    "6.1.240, true",
    "new, true",
    "6.2.6, false",
    "7.2.4, false",
    "10.0.1, false"
  })
  void aServerOlderThan62IsRefused(String version, boolean isRefused) {
    Commands commands =
        new Answering(
            reply("redis_version:" + version + "\r\nrole:master\r\nmaxmemory_policy:noeviction"));

    assertThat(new RedisCheck(commands).findings().stream().map(Finding::kind).toList())
        .isEqualTo(isRefused ? List.of(Kind.TOO_OLD) : List.of());
  }

  @Test
  void whatTheServerDoesNotSayIsNotTakenForGood() {
    assertThat(new RedisCheck(new Answering(reply("role:master\r\n"))).findings())
        .extracting(Finding::kind)
        .containsExactly(Kind.EVICTS, Kind.TOO_OLD);
  }

  @Test
  void aServerOfAClusterThatIsNotAskedAsOneIsRefused() {
    Commands commands = new Answering(new Commands.Answer.Refusal("MOVED 1 10.0.0.1:6379"));

    assertThat(new RedisCheck(commands).findings())
        .extracting(Finding::kind)
        .containsExactly(Kind.UNUSABLE);
  }

  @Test
  void aServerThatIsAwayIsLeftToTheMessages() {
    Commands commands = server.commands();
    server.kill();

    RedisStore store = RedisStore.builder(commands).durability(Durability.SYNC).build();

    assertThat(store.durability()).isEqualTo(Durability.SYNC);
  }

  @Test
  void theDurabilityIsAskedFor() {
    assertThatThrownBy(() -> RedisStore.builder(server.commands()).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no durability")
        .hasMessageContaining("durability(ASYNC)");
  }

  @Test
  void theStoreOfAnInvocationHasItsDurability() {
    RedisStore store = RedisStore.builder(server.commands()).durability(Durability.ASYNC).build();

    assertThat(store.durability()).isEqualTo(Durability.ASYNC);
    assertThat(store.endingBy(Samples.NOW).durability()).isEqualTo(Durability.ASYNC);
    assertThat(store.transactions()).isEmpty();
  }

  private static Commands.Answer reply(String info) {
    return new Commands.Answer.Reply(List.of(info));
  }

  private List<Finding> findings() {
    return new RedisCheck(server.commands()).findings();
  }
}
