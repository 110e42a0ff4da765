package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.INTENT;
import static dev.effectivelyonce.redis.Samples.NOW;
import static dev.effectivelyonce.redis.Samples.RESULT;
import static dev.effectivelyonce.redis.Samples.RETENTION;
import static dev.effectivelyonce.redis.Samples.WHY;
import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimAt;
import static dev.effectivelyonce.redis.Samples.claimed;
import static dev.effectivelyonce.redis.Samples.completed;
import static dev.effectivelyonce.redis.Samples.failed;
import static dev.effectivelyonce.redis.Samples.id;
import static dev.effectivelyonce.redis.Samples.stamp;
import static dev.effectivelyonce.redis.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** What the store does beside its contract. */
class RedisStoreTest {
  /** A server that names each key twice, as it may while its table of keys grows. */
  private record NamingTwice(Commands commands) implements Commands {
    @Override
    public List<Answer> evalsha(String sha, List<Call> calls) {
      return commands.evalsha(sha, calls);
    }

    @Override
    public Answer eval(String script, Call call) {
      return commands.eval(script, call);
    }

    @Override
    public Stream<List<String>> scan(String pattern) {
      return Stream.concat(commands.scan(pattern), commands.scan(pattern));
    }
  }

  private final RedisStore store = SharedRedis.emptyStore();
  private final RedisClient server = SharedRedis.server().client();

  @Test
  void aServerThatForgotTheScriptIsSentItAgain() {
    IdempotencyRecord mine = claimed(store, "order-1");
    SharedRedis.server().send(Protocol.Command.SCRIPT, "FLUSH");

    written(store.complete(mine, RESULT, stamp(NOW)));
    SharedRedis.server().send(Protocol.Command.SCRIPT, "FLUSH");

    assertThat(
            Samples.answers(
                store, Samples.claiming("order-2", "a"), Samples.claiming("order-3", "a")))
        .allMatch(it -> it.orElseThrow() instanceof WriteResult.Written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-02T00:00:00Z", "2026-01-02T03:04:05Z", "2999-01-01T00:00:00Z"})
  void aRecordLivesForItsRetentionWhateverTheCallersClockSays(Instant skewed) {
    Claim claim = claimAt(skewed, "order-1", "a");

    written(store.claim(claim));

    assertThat(lifeOf("order-1")).isBetween(RETENTION.minusMinutes(10), RETENTION.plusSeconds(1));
  }

  @Test
  void whatIsHalfDoneOutlivesEveryRetentionUntilItEnds() {
    IdempotencyRecord begun = written(store.note(claimed(store, "order-1"), INTENT, stamp(NOW)));
    assertThat(lifeOf("order-1")).isGreaterThan(Duration.ofDays(36_500));

    IdempotencyRecord noted = written(store.note(begun, INTENT.done(RESULT), stamp(NOW)));
    assertThat(lifeOf("order-1")).isGreaterThan(Duration.ofDays(36_500));

    written(store.complete(noted, RESULT, stamp(NOW.plusSeconds(1))));
    assertThat(lifeOf("order-1")).isBetween(RETENTION.minusMinutes(10), RETENTION.plusSeconds(1));
  }

  @Test
  void anEndThatDoesNotKnowOfANoteKeepsTheStepAndHowLongTheRecordIsKept() {
    IdempotencyRecord mine = claimed(store, "order-1");
    IdempotencyRecord begun = written(store.note(mine, INTENT, stamp(NOW)));

    IdempotencyRecord released = written(store.release(mine, WHY, stamp(NOW.plusSeconds(1))));

    assertThat(released).isEqualTo(begun.released(WHY, stamp(NOW.plusSeconds(1))));
    assertThat(lifeOf("order-1")).isGreaterThan(Duration.ofDays(36_500));
  }

  @Test
  void anEndInAGroupThatDoesNotKnowOfANoteKeepsThemToo() {
    IdempotencyRecord mine = claimed(store, "order-1");
    IdempotencyRecord begun = written(store.note(mine, INTENT, stamp(NOW)));

    List<Optional<WriteResult>> answers =
        Samples.answers(
            store,
            new Write.Release(mine, WHY, stamp(NOW.plusSeconds(1))),
            Samples.claiming("order-2", "a"));

    assertThat(answers.getFirst()).as("goes again, alone").isEmpty();
    assertThat(written(store.release(mine, WHY, stamp(NOW.plusSeconds(1)))))
        .isEqualTo(begun.released(WHY, stamp(NOW.plusSeconds(1))));
  }

  @Test
  void anEndInAGroupOfARecordThatItsCallerKnowsToHaveEndedIsRefused() {
    IdempotencyRecord released = written(store.release(claimed(store, "order-1"), WHY, stamp(NOW)));

    List<Optional<WriteResult>> answers =
        Samples.answers(
            store,
            new Write.Complete(released, RESULT, stamp(NOW)),
            Samples.claiming("order-2", "a"));

    assertThat(answers.getFirst()).as("goes again, alone").isEmpty();
    assertThat(answers.getLast()).isPresent();
    assertThat(store.complete(released, RESULT, stamp(NOW)))
        .isEqualTo(new WriteResult.Refused(Optional.of(released)));
    assertThat(store.find(released.id())).contains(released);
  }

  @Test
  void anErasureThatDoesNotKnowOfALaterResultLeavesNothingOfIt() {
    IdempotencyRecord completed = completed(store, "order-1");
    IdempotencyRecord erased = written(store.erase(completed, NOW));

    assertThat(written(store.erase(completed, NOW))).isEqualTo(erased);
    assertThat(server.hgetAll(Fields.key(completed.id()))).doesNotContainValue("r-1");
  }

  @Test
  void aSettlementThatDoesNotKnowOfAnErasureLeavesTheRecordOfASettlement() {
    IdempotencyRecord seen = completed(store, "order-1");
    IdempotencyRecord erased = written(store.erase(seen, NOW));
    WriteTimestamp later = stamp(NOW.plusSeconds(1));

    IdempotencyRecord settled = written(store.settle(seen, Settlement.COMPLETED, later));

    assertThat(settled).isEqualTo(erased.settled(Settlement.COMPLETED, later));
    assertThat(store.find(seen.id())).contains(settled);
  }

  @Test
  void aForgettingThatDoesNotKnowOfAStepLeavesNothingOfIt() {
    IdempotencyRecord seen = written(store.note(claimed(store, "order-1"), INTENT, stamp(NOW)));
    written(store.note(seen, Step.unbegun("ship", 2, 1).intendedBy(1), stamp(NOW)));
    Instant lapsed = seen.leaseUntil();

    IdempotencyRecord forgotten = written(store.forget(seen, lapsed));

    assertThat(forgotten.steps()).isEmpty();
    assertThat(store.find(seen.id())).contains(forgotten);
  }

  @Test
  void aResultThatHasNoUtf8IsLeftOutAndTheCompletionStands() {
    IdempotencyRecord mine = claimed(store, "order-1");

    IdempotencyRecord done =
        written(store.complete(mine, new StoredResult.Text("half a pair: \ud83d"), stamp(NOW)));

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0));
  }

  @Test
  void aCompletedRecordTakesLessThanAKilobyte() {
    completed(store, "order-1");

    assertThat(server.memoryUsage(Fields.key(id("order-1")))).isLessThan(1000);
  }

  @Test
  void recordAndTrailAreInOneSlotOfACluster() {
    assertThat(JedisClusterCRC16.getSlot(Fields.key(id("order-1"))))
        .isEqualTo(JedisClusterCRC16.getSlot(Fields.trailKey(id("order-1"))))
        .isNotEqualTo(JedisClusterCRC16.getSlot(Fields.key(id("order-2"))));
  }

  @Test
  void aTrailOutlivesItsRecordAndNoEntryMakesItsLifeShorter() {
    IdempotencyRecord seen = failed(store, "order-1");
    signed(new Write.Acknowledge(seen, NOW), "one");
    assertThat(trailLife()).isGreaterThan(RETENTION.multipliedBy(2).minusMinutes(10));

    written(store.forget(store.find(seen.id()).orElseThrow(), NOW));
    IdempotencyRecord forgotten = store.find(seen.id()).orElseThrow();
    signed(new Write.Acknowledge(forgotten, NOW), "two");

    assertThat(trailLife()).isGreaterThan(RETENTION.multipliedBy(2).minusMinutes(10));
  }

  @Test
  void aKeyThatTheServerNamesTwiceIsListedOnce() {
    IdempotencyRecord failed = failed(store, "order-1");
    Commands twice = new NamingTwice(SharedRedis.server().commands());

    assertThat(SharedRedis.store(twice, Listing.FAILED_AND_HELD).listed(Samples.ORDERS))
        .containsExactly(failed);
  }

  @Test
  void aTrailIsNoRecordOfTheListing() {
    signed(new Write.Acknowledge(failed(store, "order-1"), NOW), "one");
    IdempotencyRecord other = failed(store, "order-2");

    assertThat(store.listed(Samples.ORDERS)).containsExactly(other);
  }

  private void signed(Write.ByOperator write, String id) {
    AuditLog trail = store.trail().orElseThrow();
    TrailEntry entry = AuditLog.entry(write, id, NOW, "anna", Optional.empty());
    written(trail.write(write, entry));
  }

  private Duration lifeOf(String key) {
    return Duration.ofMillis(server.pttl(Fields.key(id(key))));
  }

  private Duration trailLife() {
    return Duration.ofMillis(server.pttl(Fields.trailKey(id("order-1"))));
  }
}
