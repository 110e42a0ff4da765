package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.INTENT;
import static dev.effectivelyonce.redis.Samples.NOW;
import static dev.effectivelyonce.redis.Samples.RESULT;
import static dev.effectivelyonce.redis.Samples.WHY;
import static dev.effectivelyonce.redis.Samples.claimAt;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.id;
import static dev.effectivelyonce.redis.Samples.stamp;
import static dev.effectivelyonce.redis.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record that the server deletes between a look at it and the write that follows from that. */
class VanishedRecordTest {
  private final LocalRedis server = SharedRedis.emptied();
  private int callsUntilItVanishes = Integer.MAX_VALUE;

  private final RedisStore store =
      SharedRedis.store(
          new InterceptedCommands(
              server.commands(),
              () -> {
                if (--callsUntilItVanishes == 0) {
                  server.client().flushAll();
                }
              }),
          Listing.FAILED_AND_HELD);

  static Stream<Function<IdempotencyRecord, Write>> ofItsAttempt() {
    return Stream.of(
        mine -> new Write.Complete(mine, RESULT, stamp(NOW)),
        mine -> new Write.Release(mine, WHY, stamp(NOW)),
        mine -> new Write.Fail(mine, WHY, stamp(NOW)),
        mine -> new Write.Note(mine, INTENT, stamp(NOW)),
        mine -> new Write.Renew(mine, NOW.plusSeconds(60), stamp(NOW)));
  }

  @ParameterizedTest
  @MethodSource("ofItsAttempt")
  void itsAttemptIsRefusedAndMakesNoRecordOfParts(Function<IdempotencyRecord, Write> write) {
    IdempotencyRecord mine = claimed(store, "order-1");
    callsUntilItVanishes = 1;

    assertThat(store.write(write.apply(mine))).isEqualTo(new WriteResult.Refused(Optional.empty()));

    assertThat(server.client().dbSize()).isZero();
  }

  @Test
  void itsAttemptIsRefusedInAGroupToo() {
    IdempotencyRecord mine = claimed(store, "order-1");
    callsUntilItVanishes = 1;
    assertThat(
            Samples.answers(
                    store,
                    new Write.Complete(mine, RESULT, stamp(NOW)),
                    Samples.claiming("order-2", "b"))
                .getFirst())
        .contains(new WriteResult.Refused(Optional.empty()));
    assertThat(store.find(id("order-1"))).isEmpty();
    assertThat(store.find(id("order-2"))).isPresent();
  }

  /** It is met as expired by the second call, and is gone by the third. */
  @Test
  void aClaimInItsPlaceIsWritten() {
    IdempotencyRecord expired = claimed(store, "order-1");
    Instant later = expired.stamp().keptUntil().plus(Duration.ofDays(1));
    callsUntilItVanishes = 2;

    IdempotencyRecord anew = written(store.claim(claimAt(later, "order-1", "b")));

    assertThat(store.find(expired.id())).contains(anew);
    assertThat(anew.owner().value()).isEqualTo("b");
  }
}
