package dev.effectivelyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryStore real = new InMemoryStore();
  private final FaultyStore faulty = new FaultyStore(real);
  private final Claim claim =
      new Claim(
          RecordId.of(new ConsumerName("orders"), BusinessKey.of("order-1")),
          new AttemptId("a"),
          NOW.plusSeconds(60),
          WriteTimestamp.of(NOW, Duration.ofDays(19)));

  @Test
  void passesCallsOnWhereNothingIsScripted() {
    assertThat(faulty.claim(claim)).isInstanceOf(WriteResult.Written.class);
    assertThat(faulty.find(claim.id())).isPresent();
    assertThat(faulty.calls(Verb.CLAIM)).isEqualTo(1);
    assertThat(faulty.calls(Verb.COMPLETE)).isZero();
  }

  @Test
  void keepsWhatTheStoreBehindItKeeps() {
    ForwardingStore forgetting =
        new ForwardingStore(real) {
          @Override
          public Durability durability() {
            return Durability.ASYNC;
          }
        };

    assertThat(faulty.durability()).isEqualTo(Durability.SYNC);
    assertThat(new FaultyStore(forgetting).durability()).isEqualTo(Durability.ASYNC);
    assertThat(new ForwardingStore(forgetting) {}.durability()).isEqualTo(Durability.ASYNC);
  }

  /** They would bypass what a test changes. */
  @Test
  void aStoreThatATestChangesHasNoGroups() {
    assertThat(real.groups()).isPresent();
    assertThat(new ForwardingStore(real) {}.groups()).isEmpty();
  }

  @Test
  void failsBeforeTheWriteAsOftenAsScripted() {
    faulty.failNext(Verb.CLAIM, 2, StoreException.Kind.THROTTLED);

    assertThatThrownBy(() -> faulty.claim(claim)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> faulty.claim(claim))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.THROTTLED));
    assertThat(real.records()).isEmpty();
    assertThat(faulty.claim(claim)).isInstanceOf(WriteResult.Written.class);
    assertThat(faulty.calls(Verb.CLAIM)).isEqualTo(3);
  }

  @Test
  void losesTheAnswerAfterTheWrite() {
    faulty.loseAnswerOfNext(Verb.CLAIM, 1);

    assertThatThrownBy(() -> faulty.claim(claim)).isInstanceOf(StoreException.class);
    assertThat(real.records()).containsKey(claim.id());
    assertThat(faulty.claim(claim)).isInstanceOf(WriteResult.Refused.class);
  }

  @Test
  void letsATestActAroundACall() {
    List<Boolean> present = new ArrayList<>();
    faulty.beforeNext(Verb.CLAIM, () -> present.add(real.find(claim.id()).isPresent()));

    faulty.claim(claim);
    faulty.afterNext(Verb.CLAIM, () -> present.add(real.find(claim.id()).isPresent()));
    faulty.claim(claim);

    assertThat(present).containsExactly(false, true);
  }

  @Test
  void scriptsOfAVerbAreUsedInTheirOrder() {
    faulty.failNext(Verb.CLAIM, 1).loseAnswerOfNext(Verb.CLAIM, 1);

    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("before its write");
    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("after its write");
  }

  @Test
  void nothingArrivesFromTheCallThatTakesItDownUntilItIsHealed() {
    faulty.goDownAtNext(Verb.FIND).failNext(Verb.CLAIM, 1);

    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("before its write");
    assertThatThrownBy(() -> faulty.find(claim.id())).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("while down");
    assertThat(real.records()).isEmpty();

    faulty.heal();
    assertThat(faulty.claim(claim)).isInstanceOf(WriteResult.Written.class);
  }

  @Test
  void scriptsWaitWhileItIsDown() {
    faulty.failNext(Verb.CLAIM, 1).goDown();

    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("while down");
    faulty.heal();

    assertThatThrownBy(() -> faulty.claim(claim)).hasMessageContaining("before its write");
  }
}
