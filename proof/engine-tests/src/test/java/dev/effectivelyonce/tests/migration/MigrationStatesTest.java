package dev.effectivelyonce.tests.migration;

import static dev.effectivelyonce.tests.migration.Deployment.BOTH;
import static dev.effectivelyonce.tests.migration.Deployment.CLOSING;
import static dev.effectivelyonce.tests.migration.Deployment.OLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.tests.migration.Intrusion.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators decide, what steps have noted, and what is held, through a migration. */
class MigrationStatesTest {
  private static final Handler FAILS = attempt -> HandlerResult.fail("Refused");

  private static final Handler FAILS_FOR_NOW = attempt -> HandlerResult.retry("Not yet");

  private final MigrationWorld world =
      new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);

  @ParameterizedTest
  @EnumSource(ClaimMode.class)
  void theNextStoreHasACopyOfWhatTheOldOneDecided(ClaimMode mode) {
    for (Handler handler : List.of(FAILS, world.plain(), world.committing())) {
      MigrationWorld each = new MigrationWorld(AbandonedClaimPolicy.RERUN, mode);
      each.deliver(BOTH, handler);

      assertThat(each.next.records()).isNotEmpty().isEqualTo(each.old.records());
    }
  }

  @ParameterizedTest
  @EnumSource(ClaimMode.class)
  void whatTheOldStoreDecidedStandsWhateverTheNextOneThrowsAtItsCopy(ClaimMode mode) {
    // A single shot has no claim around a handler that commits nothing.
    for (boolean commits : mode == ClaimMode.SINGLE_SHOT ? List.of(true) : List.of(false, true)) {
      MigrationWorld each = new MigrationWorld(AbandonedClaimPolicy.RERUN, mode);

      Outcome outcome =
          each.deliver(
              BOTH,
              commits ? each.committing() : each.plain(),
              each.clock,
              store -> store == each.next ? refusingAllButClaims(store) : store);

      assertThat(outcome).as("commits: " + commits).isInstanceOf(Outcome.Executed.class);
      assertThat(each.old.find(MigrationWorld.ID).orElseThrow().status())
          .isEqualTo(Status.COMPLETED);
      assertDuplicate(each, CLOSING);
      assertThat(each.effects()).isEqualTo(1);
    }
  }

  private static IdempotencyStore refusingAllButClaims(IdempotencyStore store) {
    return new ForwardingStore(store) {
      @Override
      public WriteResult write(Write write) {
        if (!(write instanceof Write.Claim)) {
          throw new IllegalStateException("Connection pool shut down");
        }
        return super.write(write);
      }
    };
  }

  @Test
  void anAttemptThatTheOldStoreKnowsToBeSupersededCompletesInNeither() {
    Outcome outcome =
        world.deliver(
            BOTH,
            attempt -> {
              world.clock.advance(MigrationWorld.LEASE.plusSeconds(1));
              world.deliver(OLD, FAILS_FOR_NOW);
              return HandlerResult.completed();
            });

    assertThat(outcome).isInstanceOf(Outcome.Superseded.class);
    assertExecuted(world, BOTH);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aFailureThatIsReopenedInTheOldStoreRunsAgain(Deployment then) {
    world.deliver(BOTH, FAILS);
    world.clock.advance(Duration.ofSeconds(1));
    settle(world.old, Settlement.RETRYABLE);

    assertExecuted(world, then);
  }

  @ParameterizedTest
  @EnumSource(names = {"OLD", "BOTH"})
  void aFailureThatIsReopenedInTheNextStoreRunsAgain(Deployment before) {
    world.deliver(before, FAILS);
    assertThat(world.deliver(CLOSING, FAILS)).isInstanceOf(Outcome.AlreadyFailed.class);
    world.clock.advance(Duration.ofSeconds(1));
    settle(world.next, Settlement.RETRYABLE);

    assertExecuted(world, CLOSING);
    assertDuplicate(world, BOTH);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aClaimThatIsLiveInTheOldStoreIsNotTakenOver(Deployment then) {
    AtomicReference<Outcome> meanwhile = new AtomicReference<>();

    world.deliver(
        BOTH,
        attempt -> {
          IdempotencyRecord copy = world.next.find(MigrationWorld.ID).orElseThrow();
          world.next.release(copy, new ErrorSummary("Given back"), world.stamp());
          meanwhile.set(world.deliver(then, world.plain()));
          return HandlerResult.retry("Later");
        });

    assertThat(meanwhile.get()).isInstanceOf(Outcome.InFlight.class);
    assertThat(world.effects()).isZero();
  }

  @Test
  void aCompletionStandsAgainstADecisionThatDidNotKnowOfIt() {
    IdempotencyStore store = MigratingStore.claimingInBoth(world.old, world.next);
    world.deliver(
        BOTH,
        attempt -> {
          complete(world.old);
          return HandlerResult.retry("Too late");
        });
    world.clock.advance(MigrationWorld.LEASE.multipliedBy(2));
    settle(world.next, Settlement.RETRYABLE);

    assertThat(store.find(MigrationWorld.ID).orElseThrow().status()).isEqualTo(Status.COMPLETED);
    assertDuplicate(world, CLOSING);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noEventWaitsForAClaimWhoseEndWasNotCopied(boolean isDoneSince) {
    world.deliver(
        BOTH,
        attempt -> {
          IdempotencyRecord mine = world.old.find(MigrationWorld.ID).orElseThrow();
          world.old.release(mine, new ErrorSummary("Its answer was lost"), world.stamp());
          return HandlerResult.retry("Later");
        });

    if (isDoneSince) {
      world.deliver(OLD, world.committing());
      assertDuplicate(world, CLOSING);
    } else {
      assertExecuted(world, CLOSING);
    }
  }

  @Test
  void aDecisionIsRefusedByAClaimThatWasRenewedInTheOldStoreAlone() {
    world.deliver(
        BOTH,
        attempt -> {
          IdempotencyRecord mine = world.old.find(MigrationWorld.ID).orElseThrow();
          world.old.renew(mine, mine.leaseUntil().plusSeconds(60), world.stamp());
          world.clock.advance(MigrationWorld.LEASE.plusSeconds(1));
          assertThat(settle(CLOSING.over(world.old, world.next), Settlement.COMPLETED))
              .isInstanceOf(Refused.class);
          return world.committing().handle(attempt);
        });

    assertThat(world.effects()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"false, RETRYABLE", "true, RETRYABLE", "true, COMPLETED"})
  void aDecisionFollowsEarlierOnesInTheNextStoreAlone(boolean isForgotten, Settlement earlier) {
    world.deliver(BOTH, FAILS);
    if (isForgotten) {
      forget(world.next);
    }
    settle(world.next, earlier);

    assertThat(settle(CLOSING.over(world.old, world.next), Settlement.COMPLETED))
        .isInstanceOf(Written.class);
    assertDuplicate(world, CLOSING);
  }

  @Test
  void aFailureStaysOneThoughTheOperatorWhoErasesItsDataDies() {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld each = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      each.deliver(OLD, FAILS);
      Intrusion death = new Intrusion(Fate.DIES_AFTER, at, () -> {});
      IdempotencyStore store = CLOSING.over(death.into(each.old), death.into(each.next));
      IdempotencyRecord failed = each.old.find(MigrationWorld.ID).orElseThrow();

      StoreException ignored =
          catchThrowableOfType(
              StoreException.class, () -> store.erase(failed, each.clock.instant()));
      each.clock.advance(MigrationWorld.LEASE);

      assertThat(each.deliver(CLOSING, each.plain())).isInstanceOf(Outcome.AlreadyFailed.class);
      happened = death.happened();
    }
  }

  @Test
  void whatOnlyTheOldStoreKnowsIsForgottenInBoth() {
    world.deliver(OLD, world.committing());

    assertThat(forget(CLOSING.over(world.old, world.next))).isInstanceOf(Written.class);
    world.clock.advance(Duration.ofMinutes(16));

    assertExecuted(world, CLOSING);
  }

  @Test
  void aDecisionIsRefusedByALaterAttemptThatOnlyTheOldStoreKnows() {
    world.deliver(BOTH, FAILS_FOR_NOW);
    IdempotencyRecord seen = world.next.find(MigrationWorld.ID).orElseThrow();
    world.deliver(OLD, FAILS_FOR_NOW);

    IdempotencyStore store = CLOSING.over(world.old, world.next);

    assertThat(store.settle(seen, Settlement.COMPLETED, world.stamp()))
        .isEqualTo(new Refused(world.old.find(MigrationWorld.ID)));
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aClaimInTheNextStoreIsNotReplacedByWhatTheOldOneHas(Deployment then) {
    world.deliver(OLD, FAILS_FOR_NOW);
    AtomicReference<Outcome> meanwhile = new AtomicReference<>();
    Intrusion afterItsClaim =
        new Intrusion(Fate.RIVAL_AFTER, 1, () -> meanwhile.set(world.deliver(then, world.plain())));

    world.deliver(then, world.plain(), world.clock, afterItsClaim::into);

    assertThat(meanwhile.get()).isInstanceOf(Outcome.InFlight.class);
    assertThat(world.effects()).isOne();
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aRecordOfTheOldStoreThatIsExpiredDoesNotCount(Deployment then) {
    world.deliver(OLD, world.committing());
    world.clock.advance(Duration.ofDays(20));

    assertExecuted(world, then);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStepThatIsForgottenInTheNextStoreIsRepeated(boolean isThenSettled) {
    AtomicInteger charges = new AtomicInteger();
    world.deliver(BOTH, charging(charges));
    forget(world.next);
    if (isThenSettled) {
      settle(CLOSING.over(world.old, world.next), Settlement.RETRYABLE);
    }

    world.deliver(CLOSING, charging(charges));

    assertThat(charges.get()).isEqualTo(2);
  }

  @Test
  void aStepThatALaterAttemptOfTheOldStoreKnowsIsNotForgottenInTheNextStore() {
    AtomicInteger charges = new AtomicInteger();
    world.deliver(BOTH, charging(charges));
    forget(world.next);
    world.deliver(OLD, FAILS_FOR_NOW);

    world.deliver(CLOSING, charging(charges));

    assertThat(charges.get()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"SINGLE_SHOT, 1", "CLAIM_FIRST, 1", "CLAIM_FIRST, 2"})
  void aClaimThatIsSentTwiceIsThatOfItsAttempt(ClaimMode mode, int attempt) {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld each = new MigrationWorld(AbandonedClaimPolicy.RERUN, mode);
      if (attempt > 1) {
        each.deliver(CLOSING, FAILS_FOR_NOW);
      }
      Intrusion twice = new Intrusion(Fate.SENT_TWICE, at, () -> {});

      assertThat(each.deliver(BOTH, each.committing(), each.clock, twice::into))
          .as("sent twice at call %d", at)
          .isEqualTo(new Outcome.Executed(StoredResult.none(), attempt));
      happened = twice.happened();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSES_ANSWER", "SENT_TWICE"})
  void aRecordIsClosedInTheOldStoreBeforeItsEventRunsAgain(Fate fate) {
    List<String> owners = new ArrayList<>();
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld each = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      each.deliver(OLD, FAILS_FOR_NOW);
      Intrusion lost = new Intrusion(fate, at, () -> {});

      each.deliver(
          CLOSING,
          attempt -> {
            owners.add(each.old.find(MigrationWorld.ID).orElseThrow().owner().value());
            return HandlerResult.completed();
          },
          each.clock,
          lost::into);
      happened = lost.happened();
    }

    assertThat(owners).isNotEmpty().allMatch(it -> it.startsWith("moved:"));
  }

  @Test
  void aDecisionThatIsRefusedLeavesTheAttemptThatRuns() {
    IdempotencyStore store = MigratingStore.closingOld(world.old, world.next);

    Outcome outcome =
        world.deliver(
            BOTH,
            attempt -> {
              settle(store, Settlement.COMPLETED);
              return world.committing().handle(attempt);
            });

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(world.effects()).isOne();
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aFailoverOfEitherStoreMayForget(Deployment deployment) {
    for (Durability each : Durability.values()) {
      IdempotencyStore other = durable(each);
      assertThat(deployment.over(world.old, other).durability()).isEqualTo(each);
      assertThat(deployment.over(other, world.next).durability()).isEqualTo(each);
    }
  }

  private static IdempotencyStore durable(Durability durability) {
    return new ForwardingStore(new InMemoryStore()) {
      @Override
      public Durability durability() {
        return durability;
      }
    };
  }

  @Test
  void anAttemptThatIsHeldCommitsNothingAfterwards() {
    MigrationWorld holding = new MigrationWorld(AbandonedClaimPolicy.HOLD, ClaimMode.CLAIM_FIRST);
    AtomicReference<Outcome> meanwhile = new AtomicReference<>();

    Outcome zombie =
        holding.deliver(
            BOTH,
            attempt -> {
              holding.clock.advance(MigrationWorld.LEASE.plusSeconds(1));
              meanwhile.set(holding.deliver(CLOSING, holding.committing()));
              return holding.committing().handle(attempt);
            });

    assertThat(meanwhile.get()).isInstanceOf(Outcome.Held.class);
    assertThat(zombie).isInstanceOf(Outcome.Superseded.class);
    assertThat(holding.effects()).isZero();
  }

  @Test
  void aRecordThatIsClosedIsEndedInTheNextStore() {
    world.abandon(OLD);
    world.deliver(CLOSING, attempt -> HandlerResult.retry("Later"));

    assertThat(world.deliver(BOTH, world.plain())).isInstanceOf(Outcome.Executed.class);
    assertThat(BOTH.over(world.old, world.next).find(MigrationWorld.ID))
        .isEqualTo(world.next.find(MigrationWorld.ID));
    assertThat(world.deliver(CLOSING, world.plain())).isInstanceOf(Outcome.Duplicate.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOTH", "CLOSING"})
  void aStepThatTheSecondDeploymentBeganWithIsNotRepeatedByTheFirst(Deployment last) {
    AtomicInteger charges = new AtomicInteger();
    world.deliver(CLOSING, charging(charges));

    world.deliver(BOTH, attempt -> HandlerResult.retry("Earlier than the step"));
    world.deliver(last, charging(charges));

    assertThat(charges.get()).isOne();
  }

  @Test
  void aCommitOfTheFirstDeploymentAboutAClosedRecordLeavesNothingToHold() {
    MigrationWorld holding = new MigrationWorld(AbandonedClaimPolicy.HOLD, ClaimMode.CLAIM_FIRST);
    holding.deliver(OLD, attempt -> HandlerResult.retry("Later"));
    holding.deliver(CLOSING, attempt -> HandlerResult.retry("Later"));
    holding.deliver(BOTH, holding.committing());
    holding.clock.advance(MigrationWorld.LEASE.multipliedBy(2));

    assertExecuted(holding, CLOSING);
    assertThat(holding.effects()).isOne();
  }

  private static Handler charging(AtomicInteger charges) {
    return attempt -> {
      attempt
          .steps()
          .run("charge", StepPolicy.hold(Integer.class), it -> charges.incrementAndGet());
      return HandlerResult.retry("Later");
    };
  }

  private static void assertExecuted(MigrationWorld world, Deployment deployment) {
    assertThat(world.deliver(deployment, world.committing())).isInstanceOf(Outcome.Executed.class);
  }

  private static void assertDuplicate(MigrationWorld world, Deployment deployment) {
    assertThat(world.deliver(deployment, world.committing())).isInstanceOf(Outcome.Duplicate.class);
  }

  private WriteResult settle(IdempotencyStore store, Settlement decision) {
    return store.settle(store.find(MigrationWorld.ID).orElseThrow(), decision, world.stamp());
  }

  private WriteResult forget(IdempotencyStore store) {
    return store.forget(store.find(MigrationWorld.ID).orElseThrow(), world.clock.instant());
  }

  private void complete(IdempotencyStore store) {
    IdempotencyRecord mine = store.find(MigrationWorld.ID).orElseThrow();
    store.complete(mine, StoredResult.none(), world.stamp());
  }
}
