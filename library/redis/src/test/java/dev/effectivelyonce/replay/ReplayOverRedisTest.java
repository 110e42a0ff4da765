package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.redis.RedisStore;
import dev.effectivelyonce.redis.SharedRedis;
import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.replay.ReplayDecision.Leave;
import dev.effectivelyonce.replay.ReplayDecision.Reopen;
import dev.effectivelyonce.replay.ReplayDecision.Send;
import dev.effectivelyonce.replay.ReplayDecision.Skip;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a replay decides by the records of a Redis server, and how it reopens one. */
class ReplayOverRedisTest {
  record Order(String id) {}

  private static final MessageIdentity<Order> ORDERS =
      MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id));
  private static final Instant NOW = ManualClock.START;
  private static final Duration RETENTION = Duration.ofDays(19);
  private static final Stamp STAMP = Stamp.of(NOW, RETENTION);
  private static final ErrorSummary WHY = new ErrorSummary("declined");

  private final RedisStore store = SharedRedis.emptyStore();

  @Test
  void eachStateOfTheRecordHasItsDecision() {
    assertThat(decision()).isEqualTo(new Send());

    IdempotencyRecord claimed = written(store.claim(claim()));
    assertThat(decision()).isEqualTo(new Leave(LeaveReason.IN_FLIGHT));

    IdempotencyRecord failed = written(store.fail(claimed, WHY, STAMP));
    assertThat(decision()).isEqualTo(new Reopen(failed));

    IdempotencyRecord reopened = written(store.settle(failed, Settlement.RETRYABLE, STAMP));
    assertThat(reopened.status()).isEqualTo(Status.RETRYABLE);
    assertThat(decision()).isEqualTo(new Send());

    IdempotencyRecord again = written(store.takeOver(reopened, claim("b")));
    IdempotencyRecord held = written(store.hold(again, WHY, STAMP));
    assertThat(decision()).isEqualTo(new Leave(LeaveReason.HELD));

    written(store.settle(held, Settlement.COMPLETED, STAMP));
    assertThat(decision()).isEqualTo(new Skip());
  }

  @Test
  void aRecordThatChangedSinceTheDecisionIsNotReopened() {
    IdempotencyRecord failed = written(store.fail(written(store.claim(claim())), WHY, STAMP));
    IdempotencyRecord reopened = written(store.settle(failed, Settlement.RETRYABLE, STAMP));
    IdempotencyRecord done =
        written(
            store.complete(
                written(store.takeOver(reopened, claim("b"))), StoredResult.none(), STAMP));

    assertThat(store.settle(failed, Settlement.RETRYABLE, STAMP)).isNotInstanceOf(Written.class);
    assertThat(store.find(done.id())).contains(done);
  }

  private ReplayDecision decision() {
    SqsMessage letter =
        new SqsMessage(
            Optional.of("m-1"),
            Optional.of("r-1"),
            Optional.of("{\"id\":\"O-1\"}"),
            Optional.empty(),
            Optional.empty(),
            1,
            Optional.of(NOW),
            Optional.empty(),
            Map.of());
    return ReplayDecision.decide(
        Candidate.of(ORDERS.read(letter), Origin.OURS, ORDERS.consumer()),
        store.find(claim().id()),
        ReplayRequest.everything(),
        new Horizon(RETENTION, Duration.ZERO),
        NOW);
  }

  private static Claim claim() {
    return claim("a");
  }

  private static Claim claim(String owner) {
    return new Claim(
        RecordId.of(ORDERS.consumer(), BusinessKey.of("O-1")),
        new Owner(owner),
        NOW.plusSeconds(30),
        STAMP,
        Optional.empty(),
        Optional.empty());
  }

  private static IdempotencyRecord written(WriteResult result) {
    return ((Written) result).record();
  }
}
