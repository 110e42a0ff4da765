package dev.effectivelyonce.tests.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.tests.migration.Intrusion.Fate;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes of the old store's attempts that come while the second deployment ends their claim. */
class LateWritesTest {
  private static final Handler LATER = attempt -> HandlerResult.retry("Later");
  private static final Step CHARGED =
      Step.unbegun("charge", 1, 1).intendedBy(1).done(new StoredResult.Text("1"));

  /** A zombie writes to the old store alone, at some call of another attempt. */
  private static final class Zombie {
    private final MigrationWorld world;
    private final IdempotencyRecord mine;
    private boolean isWritten;

    Zombie(MigrationWorld world) {
      this.world = world;
      world.abandon(Deployment.BOTH);
      this.mine = world.old.find(MigrationWorld.ID).orElseThrow();
    }

    void note() {
      isWritten = world.old.note(mine, CHARGED, world.stamp()) instanceof WriteResult.Written;
    }

    void complete() {
      isWritten =
          world.old.complete(mine, StoredResult.none(), world.stamp())
              instanceof WriteResult.Written;
    }

    void assertItsNoteIsNotLost(int at, int death) {
      assertThat(world.next.find(MigrationWorld.ID).orElseThrow().step("charge").isPresent())
          .as("noted at call %d, death after call %d", at, death)
          .isEqualTo(isWritten);
    }
  }

  @ParameterizedTest
  @EnumSource(AbandonedClaimPolicy.class)
  void aLateNoteReachesTheNextStoreThoughTheAttemptThatEndsItsClaimDies(
      AbandonedClaimPolicy policy) {
    int at = 1;
    while (notedAt(at, policy)) {
      at++;
    }
    assertThat(at).isGreaterThan(3);
  }

  /** Returns whether the attempt made so many calls. */
  private static boolean notedAt(int at, AbandonedClaimPolicy policy) {
    boolean hasDied = true;
    boolean wasNoted = true;
    for (int death = at; hasDied; death++) {
      MigrationWorld world = new MigrationWorld(policy, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      Intrusion note = new Intrusion(Fate.RIVAL_BEFORE, at, zombie::note);
      Intrusion end = new Intrusion(Fate.DIES_AFTER, death, () -> {});

      world.deliver(Deployment.CLOSING, LATER, world.clock, it -> end.into(note.into(it)));
      world.clock.advance(MigrationWorld.LEASE.multipliedBy(2));
      world.deliver(Deployment.CLOSING, LATER);

      zombie.assertItsNoteIsNotLost(at, death);
      hasDied = end.happened();
      wasNoted = note.happened();
    }
    return wasNoted;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAttemptThatEndsTheClaimDoesNotRepeatWhatWasNotedLate(boolean isThenSettled) {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      Runnable rivals =
          () -> {
            zombie.note();
            if (isThenSettled) {
              closing(world).settle(zombie.mine, Settlement.RETRYABLE, world.stamp());
            }
          };
      Intrusion note = new Intrusion(Fate.RIVAL_BEFORE, at, rivals);
      AtomicInteger charges = new AtomicInteger();

      Outcome outcome =
          world.deliver(Deployment.CLOSING, charging(charges), world.clock, note::into);

      assertThat(outcome).as("noted at call %d", at).isInstanceOf(Outcome.Executed.class);
      assertThat(charges.get()).as("noted at call %d", at).isEqualTo(zombie.isWritten ? 0 : 1);
      happened = note.happened();
    }
  }

  @ParameterizedTest
  @EnumSource(AbandonedClaimPolicy.class)
  void anEventThatIsDoneWhileItsClaimIsEndedIsADuplicate(AbandonedClaimPolicy policy) {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(policy, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      Intrusion end = new Intrusion(Fate.RIVAL_BEFORE, at, zombie::complete);

      Outcome outcome = world.deliver(Deployment.CLOSING, world.plain(), world.clock, end::into);

      assertThat(outcome instanceof Outcome.Duplicate)
          .as("done at call %d: %s", at, outcome)
          .isEqualTo(zombie.isWritten);
      assertThat(world.effects())
          .as("done at call %d", at)
          .isEqualTo(outcome instanceof Outcome.Executed ? 1 : 0);
      happened = end.happened();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatComesWhileAnOperatorDecidesReachesTheNextStore(boolean isDone) {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      Runnable late = isDone ? zombie::complete : zombie::note;
      Intrusion write = new Intrusion(Fate.RIVAL_BEFORE, at, late);

      MigratingStore.closingOld(write.into(world.old), write.into(world.next))
          .settle(zombie.mine, Settlement.RETRYABLE, world.stamp());

      if (isDone) {
        assertThat(world.deliver(Deployment.CLOSING, LATER) instanceof Outcome.Duplicate)
            .as("done at call %d", at)
            .isEqualTo(zombie.isWritten);
      } else {
        zombie.assertItsNoteIsNotLost(at, 0);
      }
      happened = write.happened();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RIVAL_BEFORE", "DIES_BEFORE"})
  void aDecisionThatIsCrossedOrDiesRepeatsNothing(Fate fate) {
    int at = 1;
    while (decidedAt(at, fate)) {
      at++;
    }
    assertThat(at).isGreaterThan(3);
  }

  /** Returns whether the operator made so many calls. */
  private static boolean decidedAt(int at, Fate fate) {
    boolean isCrossed = true;
    boolean wasNoted = true;
    for (int later = at; isCrossed; later++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      AtomicInteger charges = new AtomicInteger();
      Intrusion note = new Intrusion(Fate.RIVAL_BEFORE, at, zombie::note);
      Intrusion crossing =
          new Intrusion(fate, later, () -> world.deliver(Deployment.CLOSING, charging(charges)));

      UnaryOperator<IdempotencyStore> both = it -> crossing.into(note.into(it));
      StoreException ignored =
          catchThrowableOfType(
              StoreException.class,
              () ->
                  MigratingStore.closingOld(both.apply(world.old), both.apply(world.next))
                      .settle(zombie.mine, Settlement.RETRYABLE, world.stamp()));

      assertThat(world.deliverToItsEnd(Deployment.CLOSING, charging(charges)))
          .isInstanceOf(Outcome.Duplicate.class);
      assertThat(charges.get())
          .as("noted at call %s, %s call %s", at, fate, later)
          .isEqualTo(zombie.isWritten ? 0 : 1);
      wasNoted = note.happened();
      isCrossed = crossing.happened();
    }
    return wasNoted;
  }

  @Test
  void aLateNoteIsKeptWhereAnOperatorSettlesTheAttemptThatWouldCopyIt() {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      Zombie zombie = new Zombie(world);
      ManualClock stopped = new ManualClock(world.clock.instant());
      Intrusion decision =
          new Intrusion(
              Fate.RIVAL_BEFORE,
              at,
              () -> {
                zombie.note();
                isSettledAsDone(world);
              });

      world.deliver(Deployment.CLOSING, LATER, stopped, decision::into);

      zombie.assertItsNoteIsNotLost(at, 0);
      happened = decision.happened();
    }
  }

  @Test
  void whatAnAttemptHasTakenOverIsNotSettledByWhatWasSeenBefore() {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      IdempotencyRecord seen = new Zombie(world).mine;
      AtomicBoolean isSettled = new AtomicBoolean();
      Intrusion decision =
          new Intrusion(
              Fate.RIVAL_BEFORE,
              at,
              () ->
                  isSettled.set(
                      closing(world).settle(seen, Settlement.COMPLETED, world.stamp())
                          instanceof WriteResult.Written));

      world.deliver(Deployment.CLOSING, world.plain(), world.clock, decision::into);

      assertThat(world.effects()).as("settled at call %d", at).isEqualTo(isSettled.get() ? 0 : 1);
      happened = decision.happened();
    }
  }

  @Test
  void whatAnOperatorSettledIsNotDoneByAnAttemptThatClaimsInTheOldStoreAfterwards() {
    boolean happened = true;
    for (int at = 1; happened; at++) {
      MigrationWorld world = new MigrationWorld(AbandonedClaimPolicy.RERUN, ClaimMode.CLAIM_FIRST);
      ManualClock stopped = new ManualClock(world.clock.instant());
      AtomicBoolean isSettled = new AtomicBoolean();
      Intrusion decision =
          new Intrusion(Fate.RIVAL_BEFORE, at, () -> isSettled.set(isSettledAsDone(world)));

      world.deliver(Deployment.BOTH, world.committing(), stopped, decision::into);
      world.deliverToItsEnd(Deployment.CLOSING, world.committing());

      assertThat(world.effects()).as("settled at call %d", at).isEqualTo(isSettled.get() ? 0 : 1);
      happened = decision.happened();
    }
  }

  private static Handler charging(AtomicInteger charges) {
    return attempt -> {
      attempt
          .steps()
          .run("charge", StepPolicy.hold(String.class), it -> "" + charges.incrementAndGet());
      return HandlerResult.completed();
    };
  }

  private static boolean isSettledAsDone(MigrationWorld world) {
    world.clock.advance(MigrationWorld.LEASE.plusSeconds(1));
    IdempotencyStore store = closing(world);
    return store
        .find(MigrationWorld.ID)
        .map(it -> store.settle(it, Settlement.COMPLETED, world.stamp()))
        .filter(WriteResult.Written.class::isInstance)
        .isPresent();
  }

  private static IdempotencyStore closing(MigrationWorld world) {
    return MigratingStore.closingOld(world.old, world.next);
  }
}
