package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.redis.RedisCheck.Finding;
import dev.effectivelyonce.redis.RedisCheck.Kind;
import dev.effectivelyonce.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

  private final ManualClock clock = new ManualClock();
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

    try (RedisClient stranger = LocalRedis.patient(server.port())) {
      assertThat(kinds(new JedisCommands(stranger))).containsExactly(Kind.DENIED);
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

    assertThat(kinds(commands)).isEqualTo(isRefused ? List.of(Kind.TOO_OLD) : List.of());
  }

  @Test
  void whatTheServerDoesNotSayIsNotTakenForGood() {
    assertThat(kinds(new Answering(reply("role:master\r\n"))))
        .containsExactly(Kind.EVICTS, Kind.TOO_OLD);
  }

  @Test
  void aServerOfAClusterThatIsNotAskedAsOneIsRefused() {
    Commands commands = new Answering(new Commands.Answer.Refusal("MOVED 1 10.0.0.1:6379"));

    assertThat(kinds(commands)).containsExactly(Kind.UNUSABLE);
  }

  @Test
  void aServerThatIsAwayIsLeftToTheMessages() {
    Commands commands = server.commands();
    server.kill();

    RedisStore store = RedisStore.builder(commands).durability(Durability.SYNC).build();

    assertThat(store.durability()).isEqualTo(Durability.SYNC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"allkeys-lru", "allkeys-lfu", "volatile-lru", "volatile-ttl"})
  void aServerThatBecomesACacheGetsNoNewClaimsAndKeepsWhatIsUnderWay(String policy) {
    RedisStore store = watching(server.commands());
    IdempotencyRecord running = Samples.claimed(store, "order-1");
    IdempotencyRecord released = released(store, "order-2");

    server.client().configSet("maxmemory-policy", policy);
    clock.advance(RedisStore.Builder.DEFAULT_CHECK_EVERY);

    assertRefused(() -> store.claim(Samples.claim("order-3", "a")), policy);
    assertRefused(
        () -> store.withDeadline(Instant.MAX).takeOver(released, Samples.claim("order-2", "b")),
        policy);
    assertRefused(() -> Samples.results(store, Samples.claiming("order-4", "a")), policy);
    assertThat(store.find(Samples.id("order-3"))).isEmpty();
    assertThat(store.complete(running, Samples.RESULT, Samples.stamp(Samples.NOW)))
        .isInstanceOf(WriteResult.Written.class);
  }

  @Test
  void aServerThatIsNoCacheAnyMoreGetsClaimsAtOnce() {
    RedisStore store = watching(server.commands());
    server.client().configSet("maxmemory-policy", "allkeys-lru");
    clock.advance(RedisStore.Builder.DEFAULT_CHECK_EVERY);
    assertRefused(() -> store.claim(Samples.claim("order-1", "a")), "allkeys-lru");

    server.client().configSet("maxmemory-policy", "noeviction");

    assertThat(Samples.claimed(store, "order-1").attempt()).isEqualTo(1);
  }

  @Test
  void aServerThatIsTooOldIsNotTakenForACacheWhileItIsInUse() {
    EvictionWatch watch =
        new EvictionWatch(clock, RedisStore.Builder.DEFAULT_CHECK_EVERY, clock.instant());

    assertThat(
            watch.refusal(
                new Answering(
                    reply("redis_version:5.0.14\r\nrole:master\r\nmaxmemory_policy:noeviction"))))
        .isEmpty();
  }

  @Test
  void aServerIsLookedAtOnceInTheInterval() {
    AtomicInteger calls = new AtomicInteger();
    RedisStore store = watching(new InterceptedCommands(server.commands(), calls::incrementAndGet));
    int atStart = calls.get();

    for (int i = 0; i < 20; i++) {
      Samples.completed(store, "order-" + i);
      clock.advance(Duration.ofSeconds(1));
    }

    // The claim at second 10 looks first.
    assertThat(calls.get() - atStart).isEqualTo(20 * 2 + 1);
  }

  @Test
  void aServerThatWasAwayAtTheStartIsLookedAtByTheFirstClaim() {
    server.client().configSet("maxmemory-policy", "allkeys-lru");
    AtomicBoolean isAway = new AtomicBoolean(true);
    RedisStore store =
        watching(
            new InterceptedCommands(
                server.commands(),
                () -> {
                  if (isAway.get()) {
                    throw RedisErrors.unanswered(new IOException("away"));
                  }
                }));
    assertThatThrownBy(() -> store.claim(Samples.claim("order-1", "a")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no answer");

    isAway.set(false);

    assertRefused(() -> store.claim(Samples.claim("order-1", "a")), "allkeys-lru");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S"})
  void anIntervalThatIsNoneIsRefused(Duration interval) {
    assertThatThrownBy(
            () ->
                RedisStore.builder(server.commands())
                    .durability(Durability.SYNC)
                    .checkEvery(interval)
                    .build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("checkEvery");
  }

  private RedisStore watching(Commands commands) {
    return RedisStore.builder(commands).durability(Durability.SYNC).clock(clock).build();
  }

  private static IdempotencyRecord released(RedisStore store, String key) {
    return Samples.written(
        store.release(Samples.claimed(store, key), Samples.WHY, Samples.stamp(Samples.NOW)));
  }

  private static void assertRefused(ThrowingCallable claim, String policy) {
    assertThatThrownBy(claim)
        .isInstanceOfSatisfying(
            StoreException.class,
            it -> assertThat(it.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
        .hasMessageContaining(policy)
        .hasMessageContaining("noeviction");
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
    assertThat(store.withDeadline(Samples.NOW).durability()).isEqualTo(Durability.ASYNC);
    assertThat(store.transactions()).isEmpty();
  }

  private static Commands.Answer reply(String info) {
    return new Commands.Answer.Reply(List.of(info));
  }

  private static List<Kind> kinds(Commands commands) {
    return new RedisCheck(commands).findings().stream().map(Finding::kind).toList();
  }

  private List<Finding> findings() {
    return new RedisCheck(server.commands()).findings();
  }
}
