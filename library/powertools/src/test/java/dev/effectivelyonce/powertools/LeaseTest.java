package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/** How long a call holds its claim, and how long its record is kept. */
class LeaseTest {
  private final Bench bench = Bench.plain();
  private final Instant now = bench.clock.instant();

  private static IdempotencyConfig expiringAfter(Duration expiration) {
    return IdempotencyConfig.builder().withExpiration(expiration).build();
  }

  private static void begin(BasePersistenceStore store, Instant at, OptionalInt remainingMillis) {
    store.saveInProgress(TextNode.valueOf("o-1"), at, remainingMillis);
  }

  @Test
  void aLeaseEndsAMarginAfterTheInvocation() {
    begin(bench.place(), now, OptionalInt.of(30_000));

    assertThat(bench.record().leaseUntil()).isEqualTo(now.plusSeconds(32));
  }

  @Test
  void theMarginIsASetting() {
    begin(
        Bench.place(bench.builder(bench.memory).leaseMargin(Duration.ofSeconds(10))),
        now,
        OptionalInt.of(30_000));

    assertThat(bench.record().leaseUntil()).isEqualTo(now.plusSeconds(40));
  }

  @Test
  void withoutAContextALeaseOutlastsEveryInvocationOfLambda() {
    begin(bench.place(), now, OptionalInt.empty());

    assertThat(bench.record().leaseUntil())
        .isEqualTo(now.plus(Duration.ofMinutes(15)).plusSeconds(2));
  }

  @Test
  void theLeaseWithoutAContextIsASetting() {
    begin(
        Bench.place(bench.builder(bench.memory).leaseWithoutContext(Duration.ofSeconds(30))),
        now,
        OptionalInt.empty());

    assertThat(bench.record().leaseUntil()).isEqualTo(now.plusSeconds(32));
  }

  @Test
  void aRecordIsKeptForTheExpiration() {
    begin(bench.place(), now, OptionalInt.of(30_000));

    assertThat(bench.record().stamp().keptUntil())
        .isBetween(now.plus(Bench.EXPIRATION), now.plus(Bench.EXPIRATION).plusSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-5_000, 0, 499})
  void aCallDoesNotBeginInTheLastMomentsOfItsInvocation(int remainingMillis) {
    BasePersistenceStore store = Bench.place(bench.builder(bench.store));

    assertThatThrownBy(() -> begin(store, now, OptionalInt.of(remainingMillis)))
        .isInstanceOfSatisfying(
            AttemptRefusedException.class,
            refused -> assertThat(refused.outcome()).isInstanceOf(Outcome.NotStarted.class))
        .hasMessageContaining("Register the context of each invocation");
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
  }

  @Test
  void aCallDoesNotBeginUnderAClaimWhoseAnswerCameTooLate() {
    bench.store.afterNext(Verb.CLAIM, () -> bench.clock.advance(Duration.ofMinutes(1)));
    BasePersistenceStore store = Bench.place(bench.builder(bench.store));

    assertThatThrownBy(() -> begin(store, now, OptionalInt.of(30_000)))
        .isInstanceOf(AttemptRefusedException.class);
    assertThat(bench.record().status()).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void anExpirationThatCoversNoQueueIsRefused() {
    BasePersistenceStore store = bench.builder(bench.memory).build();

    assertThatThrownBy(() -> store.configure(expiringAfter(Duration.ofMinutes(5)), "place"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("PT5M");
  }

  @Test
  void marginAndLeaseReachUpToTheirLongest() {
    FencedStoreBuilder longest =
        bench
            .builder(bench.memory)
            .leaseMargin(Duration.ofMinutes(15))
            .leaseWithoutContext(Duration.ofMinutes(30));

    assertThat(longest.build()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "PT15M0.001S"})
  void aMarginOutOfRangeIsRefused(Duration margin) {
    assertRefused(bench.builder(bench.memory).leaseMargin(margin), "leaseMargin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT30M0.001S"})
  void aLeaseOutOfRangeIsRefused(Duration lease) {
    assertRefused(bench.builder(bench.memory).leaseWithoutContext(lease), "leaseWithoutContext");
  }

  private static void assertRefused(FencedStoreBuilder builder, String setting) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("The setting " + setting + " of consumer shop is");
  }
}
