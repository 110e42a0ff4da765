package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.NOW;
import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.stamp;
import static dev.effectivelyonce.redis.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results and deadlines that are larger than any sensible one. */
class RedisExtremesTest {
  static Stream<RedisFaultsTest.Client> clients() {
    return RedisFaultsTest.clients();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void aHugeResultIsKeptWholeAndItsDuplicateGetsIt(RedisFaultsTest.Client client) {
    RedisStore store =
        SharedRedis.store(client.of().apply(SharedRedis.emptied()), Listing.FAILED_AND_HELD);
    StoredResult huge = new StoredResult.Text("4 € ".repeat(4_000_000));

    IdempotencyRecord done = written(store.complete(claimed(store, "order-1"), huge, stamp(NOW)));

    assertThat(done.result().equals(huge)).isTrue();
    assertThat(store.claim(claim("order-1", "b")))
        .matches(it -> it.equals(new WriteResult.Refused(Optional.of(done))), "refused with it");
  }

  static Stream<Instant> deadlines() {
    Instant now = Platform.system().clock().instant();
    return Stream.of(Instant.MIN, now, now.plus(Duration.ofDays(400)), Instant.MAX);
  }

  @ParameterizedTest
  @MethodSource("deadlines")
  void anyDeadlineIsTaken(Instant deadline) {
    IdempotencyStore store = SharedRedis.emptyStore().withDeadline(deadline);

    assertThat(claimed(store, "order-1").attempt()).isEqualTo(1);
  }
}
