package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What a cache remembers, for how long, and when it asks the store. */
class CachingStoreTest {
  private static final Duration AGE = Duration.ofMinutes(5);
  private static final Duration RETENTION = Duration.ofDays(19);
  private static final StoredResult RESULT = new StoredResult.Text("12345");
  private static final ErrorSummary WHY = new ErrorSummary("why");

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore memory = new InMemoryStore();
  private final FaultyStore store = new FaultyStore(memory);
  private final CachingStore cache = cache(new CacheBounds(AGE, 2, 10_000));
  private int owners;

  private CachingStore cache(CacheBounds bounds) {
    return CachingStore.around(store, bounds, clock);
  }

  private static RecordId id(String key) {
    return RecordId.of(Bench.ORDERS, BusinessKey.of(key));
  }

  private Claim claim(String key) {
    return claim(key, RETENTION);
  }

  private Claim claim(String key, Duration retention) {
    Instant now = clock.instant();
    return new Claim(
        id(key),
        new AttemptId("owner-" + ++owners),
        now.plusSeconds(30),
        WriteTimestamp.of(now, retention));
  }

  private static IdempotencyRecord written(WriteResult answer) {
    assertThat(answer).isInstanceOf(WriteResult.Written.class);
    return ((WriteResult.Written) answer).record();
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(clock.instant(), RETENTION);
  }

  /** Claims and completes the key through a store. */
  private IdempotencyRecord done(IdempotencyStore through, String key) {
    return written(through.complete(written(through.claim(claim(key))), RESULT, stamp()));
  }

  /** Asserts that a claim is refused by the store's own record, and returns whether it asked. */
  private boolean isAsked(String key) {
    int before = store.calls(Verb.CLAIM);
    assertThat(cache.claim(claim(key))).isEqualTo(new WriteResult.Refused(memory.find(id(key))));
    return store.calls(Verb.CLAIM) > before;
  }

  @Test
  void whatThisProcessCompletedIsAnswered() {
    done(cache, "a");

    assertThat(isAsked("a")).isFalse();
  }

  @Test
  void nothingButAClaimIsAnsweredWithoutTheStore() {
    IdempotencyRecord done = done(cache, "a");
    IdempotencyRecord reopened = written(memory.settle(done, Settlement.RETRYABLE, stamp()));

    written(cache.takeOver(reopened, claim("a")));
    assertThat(cache.durability()).isEqualTo(memory.durability());
  }

  @Test
  void whatAnotherProcessCompletedIsAnsweredAfterTheFirstRefusal() {
    done(memory, "a");

    assertThat(isAsked("a")).isTrue();
    assertThat(isAsked("a")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "COMPLETED")
  void noOtherStateIsRemembered(Status status) {
    IdempotencyRecord mine = written(cache.claim(claim("a")));
    switch (status) {
      case RETRYABLE -> cache.release(mine, WHY, stamp());
      case FAILED -> cache.fail(mine, WHY, stamp());
      case UNKNOWN -> cache.hold(mine, WHY, stamp());
      default -> assertThat(mine.status()).isEqualTo(status);
    }

    assertThat(isAsked("a")).isTrue();
    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void aRecordIsRememberedForTheAgeOfTheCache() {
    done(cache, "a");

    clock.advance(AGE.minusMillis(1));
    assertThat(isAsked("a")).isFalse();

    clock.advance(Duration.ofMillis(1));
    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void theAgeCountsFromWhenTheStoreWasAsked() {
    done(memory, "a");
    store.afterNext(Verb.CLAIM, () -> clock.advance(Duration.ofSeconds(30)));
    isAsked("a");

    clock.advance(AGE.minusSeconds(30));

    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void noRecordIsRememberedPastItsRetention() {
    Duration retention = Duration.ofMinutes(2);
    IdempotencyRecord mine = written(cache.claim(claim("a", retention)));
    cache.complete(mine, RESULT, WriteTimestamp.of(clock.instant(), retention));
    clock.advance(retention.plusSeconds(1));

    written(cache.claim(claim("a")));

    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void whatWasUnusedForLongestGoesFirst() {
    done(cache, "a");
    done(cache, "b");
    isAsked("a");

    done(cache, "c");

    assertThat(isAsked("a")).isFalse();
    assertThat(isAsked("c")).isFalse();
    assertThat(isAsked("b")).isTrue();
  }

  @Test
  void aRecordThatFitsNowhereIsNotRememberedAndPushesNothingOut() {
    done(cache, "a");
    IdempotencyRecord mine = written(cache.claim(claim("large")));
    cache.complete(mine, new StoredResult.Text("1".repeat(10_000)), stamp());

    assertThat(isAsked("large")).isTrue();
    assertThat(isAsked("a")).isFalse();
  }

  @Test
  void whatIsForgottenThroughTheCacheIsSeenAtOnceEvenIfItsAnswerWasLost() {
    IdempotencyRecord done = done(cache, "a");
    store.loseAnswerOfNext(Verb.FORGET, 1);

    assertRefused(StoreException.class, () -> cache.forget(done, clock.instant()));

    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void whatIsErasedThroughTheCacheIsAnsweredAsErased() {
    cache.erase(done(cache, "a"), clock.instant());

    assertThat(isAsked("a")).isFalse();
  }

  @Test
  void aReadThatShowsAnotherStateEndsTheCache() {
    IdempotencyRecord done = done(cache, "a");
    memory.forget(done, clock.instant());

    assertThat(cache.find(id("a"))).isEqualTo(memory.find(id("a")));

    assertThat(isAsked("a")).isTrue();
  }

  @Test
  void theDefaultCacheRunsInSystemTime() {
    clock.set(Platform.system().clock().instant());
    CachingStore standard = CachingStore.around(store);
    done(standard, "a");

    standard.claim(claim("a"));

    assertThat(store.calls(Verb.CLAIM)).isEqualTo(1);
  }
}
