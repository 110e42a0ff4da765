package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.NOW;
import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.StoreException.Kind;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.redis.Commands.Answer;
import dev.effectivelyonce.redis.Commands.Call;
import dev.effectivelyonce.testkit.ManualClock;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/** What a real server's troubles look like through both clients. */
class RedisFaultsTest {
  private static final Duration NEVER = Duration.ofMinutes(1);

  private static final Call CALL = new Call(List.of("key"), List.of("value"));
  private static final String WRITE = "return {redis.call('SET', KEYS[1], ARGV[1]).ok}";

  private final LocalRedis server = LocalRedis.start();

  /** A client of a server, which ends with the JVM of the tests. */
  record Client(String name, Function<LocalRedis, Commands> of) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Client> clients() {
    return Stream.of(
        new Client("Jedis", RedisFaultsTest::jedis),
        new Client("Lettuce", RedisFaultsTest::lettuce));
  }

  private static Commands jedis(LocalRedis server) {
    return new JedisCommands(
        RedisClient.builder()
            .hostAndPort("127.0.0.1", server.port())
            .clientConfig(
                DefaultJedisClientConfig.builder()
                    .socketTimeoutMillis(Math.toIntExact(NEVER.toMillis()))
                    .build())
            .build());
  }

  private static Commands lettuce(LocalRedis server) {
    RedisURI uri =
        RedisURI.builder().withHost("127.0.0.1").withPort(server.port()).withTimeout(NEVER).build();
    return new LettuceCommands(io.lettuce.core.RedisClient.create(uri).connect());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aServerThatIsGoneIsUnreachable(Client client) {
    RedisStore store = store(client);
    server.kill();

    IdempotencyStore bounded = bounded(store, Duration.ofSeconds(1));
    assertThat(fault(() -> bounded.claim(claim("order-1", "a"))).kind())
        .isEqualTo(Kind.UNREACHABLE);
    assertThat(fault(() -> inAGroup(bounded(store, Duration.ofSeconds(1)))).kind())
        .isEqualTo(Kind.UNREACHABLE);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aCallGivesUpByItsDeadlineWhateverItsClientWaitsFor(Client client) {
    Commands bounded =
        new BoundedCommands(client.of().apply(server), new ManualClock(), NOW.plusMillis(100));
    server.send(Command.CLIENT, "PAUSE", NEVER.toMillis(), "WRITE");
    RedisStore store = SharedRedis.store(bounded, Listing.FAILED_AND_HELD);

    StoreException late = fault(() -> store.claim(claim("order-1", "a")));

    assertThat(late.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(late).hasCauseInstanceOf(TimeoutException.class);
    server.send(Command.CLIENT, "UNPAUSE");
    assertThat(server.client().ping()).isEqualTo("PONG");
  }

  @Test
  void anErrorOfTheClientShowsWhatItIs() {
    Commands broken =
        new InterceptedCommands(
            server.commands(),
            () -> {
              throw new NoClassDefFoundError("redis/clients/jedis/Response");
            });
    Commands bounded = new BoundedCommands(broken, new ManualClock(), NOW.plusSeconds(60));

    assertThatExceptionOfType(NoClassDefFoundError.class)
        .isThrownBy(() -> bounded.evalsha("sha", List.of()));
  }

  @Test
  void anErrorOfLettucesThreadsShowsWhatItIs() {
    RedisFuture<Object> failed =
        new PipelinedRedisFuture<>(CompletableFuture.failedFuture(new NoClassDefFoundError("a")));
    StatefulRedisConnection<String, String> connection =
        proxy(
            StatefulRedisConnection.class,
            method ->
                method.equals("async")
                    ? proxy(RedisAsyncCommands.class, ignored -> failed)
                    : Duration.ofSeconds(60));

    assertThatExceptionOfType(NoClassDefFoundError.class)
        .isThrownBy(() -> new LettuceCommands(connection).eval(WRITE, CALL));
  }

  @SuppressWarnings("unchecked")
  private static <T> T proxy(Class<? super T> type, Function<String, Object> answers) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.apply(method.getName()));
  }

  /** A pool wakes nobody for a connection that breaks in the hands of an interrupted thread. */
  @Test
  void aCallThatGaveUpReturnsItsConnectionToThoseThatWaitForOne() throws Exception {
    ConnectionPoolConfig one = new ConnectionPoolConfig();
    one.setMaxTotal(1);
    try (RedisClient client =
        RedisClient.builder().hostAndPort("127.0.0.1", server.port()).poolConfig(one).build()) {
      Commands commands = new JedisCommands(client);
      server.send(Command.CLIENT, "PAUSE", NEVER.toMillis(), "WRITE");
      Commands bounded = new BoundedCommands(commands, new ManualClock(), NOW.plusMillis(500));
      Future<Answer> cut = beside(() -> bounded.eval(WRITE, CALL));
      until(() -> client.getPool().getNumActive() == 1);
      Future<Answer> waiter = beside(() -> commands.eval(WRITE, CALL));
      until(() -> client.getPool().getNumWaiters() == 1 || cut.isDone());

      assertThatThrownBy(cut::get).hasCauseInstanceOf(StoreException.class);
      server.send(Command.CLIENT, "UNPAUSE");

      assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo(new Answer.Reply(List.of("OK")));
    }
  }

  private static <T> Future<T> beside(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static void until(BooleanSupplier event) {
    while (!event.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aCallOfAnInvocationGivesUpByTheInvocationsDeadline() {
    RedisStore store = store(clients().findFirst().orElseThrow());
    server.send(Command.CLIENT, "PAUSE", NEVER.toMillis(), "WRITE");

    StoreException late =
        fault(() -> bounded(store, Duration.ofSeconds(3)).claim(claim("order-1", "a")));

    assertThat(late).hasCauseInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aCallThatBeginsAfterTheDeadlineHasTheUsualTime(Client client) {
    IdempotencyStore late = bounded(store(client), Duration.ofSeconds(-1));

    claimed(late, "order-1");

    assertThat(late.find(id("order-1"))).isPresent();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aFullServerThrottlesAndNothingIsWritten(Client client) {
    RedisStore store = store(client);
    server.client().configSet("maxmemory", "1");

    assertThat(fault(() -> store.claim(claim("order-1", "a"))).kind()).isEqualTo(Kind.THROTTLED);
    server.client().configSet("maxmemory", "0");
    assertThat(store.find(id("order-1"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aServerThatMissesItsReplicasIsUnreachable(Client client) {
    RedisStore store = store(client);
    server.client().configSet("min-replicas-to-write", "1");

    assertThat(fault(() -> store.claim(claim("order-1", "a"))).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aPrimaryThatBecameAReplicaIsUnreachableForWrites(Client client) {
    RedisStore store = store(client);
    claimed(store, "order-1");
    server.client().configSet("replica-serve-stale-data", "yes");
    server.send(Command.REPLICAOF, "127.0.0.1", "1");

    StoreException fault = fault(() -> store.claim(claim("order-2", "a")));

    assertThat(fault.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(fault.text()).contains("READONLY", "primary");
  }

  @Test
  void connectionsToAPrimaryThatBecameAReplicaAreNotKept() {
    RedisClient client = server.client();
    RedisStore store = SharedRedis.store(new JedisCommands(client), Listing.FAILED_AND_HELD);
    claimed(store, "order-1");
    server.send(Command.REPLICAOF, "127.0.0.1", "1");

    fault(() -> store.claim(claim("order-2", "a")));
    assertThat(client.getPool().getNumIdle()).isZero();
    fault(() -> inAGroup(store));
    assertThat(client.getPool().getNumIdle()).isZero();
    server.send(Command.SCRIPT, "FLUSH");
    fault(() -> store.claim(claim("order-2", "a")));
    assertThat(client.getPool().getNumIdle()).isZero();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aReplicaThatLostItsPrimaryIsUnreachable(Client client) {
    RedisStore store = store(client);
    server.client().configSet("replica-serve-stale-data", "no");
    server.send(Command.REPLICAOF, "127.0.0.1", "1");

    assertThat(fault(() -> store.find(id("order-1"))).text()).contains("MASTERDOWN");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aRightThatIsTakenAwayIsDenied(Client client) {
    RedisStore store = store(client);
    server.send(Command.ACL, "SETUSER", "default", "-hset");

    assertThat(fault(() -> store.claim(claim("order-1", "a"))).kind()).isEqualTo(Kind.DENIED);
    server.send(Command.ACL, "SETUSER", "default", "+hset", "-evalsha");
    assertThat(fault(() -> store.claim(claim("order-1", "a"))).kind()).isEqualTo(Kind.DENIED);
    assertThat(fault(() -> inAGroup(store)).kind()).isEqualTo(Kind.DENIED);
    server.send(Command.ACL, "SETUSER", "default", "+evalsha", "-scan");
    assertThat(fault(() -> store.listed(Samples.ORDERS).forEach(it -> {})).kind())
        .isEqualTo(Kind.DENIED);
    server.send(Command.ACL, "SETUSER", "default", "+scan");
    assertThat(store.find(id("order-1"))).isEmpty();
  }

  /** Without its life a record is kept too long, never too short. */
  @ParameterizedTest
  @MethodSource("clients")
  void aRightThatIsMissingHalfWayLosesNoRecord(Client client) {
    RedisStore store = store(client);
    server.send(Command.ACL, "SETUSER", "default", "-pexpire");

    assertThat(fault(() -> store.claim(claim("order-1", "a"))).kind()).isEqualTo(Kind.DENIED);

    assertThat(store.find(id("order-1"))).isPresent();
    assertThat(server.client().pttl(Fields.key(id("order-1")))).isEqualTo(-1);
  }

  private static void inAGroup(IdempotencyStore store) {
    List<WriteResult> ignored =
        Samples.results(store, Samples.claiming("order-8", "a"), Samples.claiming("order-9", "a"));
  }

  private RedisStore store(Client client) {
    return SharedRedis.store(client.of().apply(server), Listing.FAILED_AND_HELD);
  }

  private static IdempotencyStore bounded(RedisStore store, Duration left) {
    return store.withDeadline(Platform.system().clock().instant().plus(left));
  }

  private static StoreException fault(Runnable call) {
    return catchThrowableOfType(StoreException.class, call::run);
  }
}
