package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.NOW;
import static dev.effectivelyonce.redis.Samples.RESULT;
import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.failed;
import static dev.effectivelyonce.redis.Samples.id;
import static dev.effectivelyonce.redis.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/** What is no record of this release is neither read as one nor overwritten. */
class UnreadableRecordTest {
  private final RedisStore store = SharedRedis.emptyStore();
  private final RedisClient server = SharedRedis.server().client();
  private final String key = Fields.key(id("order-1"));

  @Test
  void aValueOfAnotherTypeIsLeftAsItIs() {
    server.set(key, "mine");

    assertUnreadable(() -> store.find(id("order-1")), "WRONGTYPE");
    assertUnreadable(() -> store.claim(claim("order-1", "a")), "WRONGTYPE");
    assertThat(server.get(key)).isEqualTo("mine");
  }

  @Test
  void aHashOfSomebodyElseIsLeftAsItIs() {
    server.hset(key, Map.of("name", "anna"));

    assertUnreadable(() -> store.find(id("order-1")), key);
    assertUnreadable(() -> store.claim(claim("order-1", "a")), key);
    assertThat(server.hgetAll(key)).isEqualTo(Map.of("name", "anna"));
  }

  @ParameterizedTest
  @CsvSource({
    "status, DREAMING",
    "owner, ' '",
    "attempt, one",
    "lease, soon",
    "kept_until, ''",
    "data_omitted, LOST",
    "data_omitted, TOO_LARGE",
    "schema, 0x1",
    "step:charge, DONE",
    "step:charge, DONE|1|1||||T|99|short",
    "step:no name, DONE|1|1||||||"
  })
  void aDamagedFieldIsNamedAsSuch(String field, String value) {
    claimed(store, "order-1");
    server.hset(key, field, value);

    assertUnreadable(() -> store.find(id("order-1")), key);
  }

  @Test
  void aRecordOfALaterFormatIsNeitherReadNorWritten() {
    IdempotencyRecord mine = claimed(store, "order-1");
    server.hset(key, Fields.SCHEMA, "2");
    Map<String, String> before = server.hgetAll(key);

    assertUnreadable(() -> store.find(mine.id()), "format 2");
    assertUnreadable(() -> store.claim(claim("order-1", "b")), "format 2");
    assertUnreadable(() -> store.complete(mine, RESULT, stamp(NOW)), "format 2");
    assertThat(server.hgetAll(key)).isEqualTo(before);
  }

  @Test
  void aFieldOfALaterReleaseIsLeftAlone() {
    IdempotencyRecord mine = claimed(store, "order-1");
    server.hset(key, "later", "x");

    Samples.written(store.complete(mine, RESULT, stamp(NOW)));

    assertThat(server.hget(key, "later")).isEqualTo("x");
  }

  @Test
  void theListingPassesOverThemAndReportsEach() {
    server.set(key, "mine");
    server.hset(Fields.key(id("order-2")), Map.of("name", "anna"));
    IdempotencyRecord failed = failed(store, "order-3");
    List<StoreException> unreadable = new ArrayList<>();

    assertThat(store.listed(Samples.ORDERS, unreadable::add)).containsExactly(failed);
    assertThat(unreadable).hasSize(2);
    assertUnreadable(() -> store.listed(Samples.ORDERS).forEach(it -> {}), "");
  }

  @Test
  void inAGroupTheOthersAreAnsweredFirst() {
    server.set(key, "mine");
    server.hset(Fields.key(id("order-3")), Map.of("name", "anna"));
    assertThat(
            Samples.answers(
                store,
                Samples.claiming("order-1", "a"),
                Samples.claiming("order-3", "a"),
                Samples.claiming("order-2", "a")))
        .map(Optional::isPresent)
        .containsExactly(false, false, true);
    assertUnreadable(() -> store.claim(claim("order-1", "a")), "WRONGTYPE");
  }

  private static void assertUnreadable(Runnable call, String text) {
    StoreException fault = catchThrowableOfType(StoreException.class, call::run);
    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(fault.text()).contains(text);
  }
}
