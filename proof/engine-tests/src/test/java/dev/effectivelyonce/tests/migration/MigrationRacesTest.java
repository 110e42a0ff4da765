package dev.effectivelyonce.tests.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.tests.migration.Intrusion.Fate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two deployments of a migration at work on one event: at each call that an attempt of one makes to
 * either store, it dies, loses the call or its answer, or attempts of the other run through.
 */
class MigrationRacesTest {
  /** More calls than any attempt here makes. */
  private static final int MOST_CALLS = 40;

  /** What earlier attempts left behind. */
  private enum History {
    NOTHING,
    RELEASED,
    ABANDONED,
    COMPLETED
  }

  private record Case(
      Deployment first,
      Deployment second,
      Deployment before,
      History history,
      ClaimMode mode,
      AbandonedClaimPolicy policy,
      Fate fate,
      boolean isZombie) {
    /** The one whose effects the stores can carry out in the end. */
    Deployment later() {
      return first.compareTo(second) > 0 ? first : second;
    }
  }

  /** Deployments that run side by side, and whose records they find. */
  private static Stream<Arguments> sideBySide() {
    Deployment old = Deployment.OLD;
    Deployment both = Deployment.BOTH;
    Deployment closing = Deployment.CLOSING;
    Deployment next = Deployment.NEXT;
    return Stream.of(
        Arguments.of(old, old, List.of(old)),
        Arguments.of(old, both, List.of(old, both)),
        Arguments.of(both, old, List.of(old, both)),
        Arguments.of(both, both, List.of(old, both)),
        Arguments.of(both, closing, List.of(old, both, closing)),
        Arguments.of(closing, both, List.of(old, both, closing)),
        Arguments.of(closing, closing, List.of(old, both, closing)),
        Arguments.of(closing, next, List.of(closing, next)),
        Arguments.of(next, closing, List.of(closing, next)));
  }

  @ParameterizedTest(name = "{0} beside {1}")
  @MethodSource("sideBySide")
  void aCommittedEffectHappensOnceWhateverBecomesOfAnAttempt(
      Deployment first, Deployment second, List<Deployment> before) {
    for (ClaimMode mode : ClaimMode.values()) {
      cases(first, second, before, mode, AbandonedClaimPolicy.RERUN)
          .forEach(
              it -> {
                int at = 0;
                while (committed(it, ++at)) {
                  assertThat(at).isLessThan(MOST_CALLS);
                }
              });
    }
  }

  @ParameterizedTest(name = "{0} beside {1}")
  @MethodSource("sideBySide")
  void aPlainEffectUnderHoldHappensAtMostOnce(
      Deployment first, Deployment second, List<Deployment> before) {
    cases(first, second, before, ClaimMode.CLAIM_FIRST, AbandonedClaimPolicy.HOLD)
        .filter(it -> it.history() != History.ABANDONED && !it.isZombie())
        .forEach(
            it -> {
              int at = 0;
              while (held(it, ++at)) {
                assertThat(at).isLessThan(MOST_CALLS);
              }
            });
  }

  @ParameterizedTest
  @EnumSource(AbandonedClaimPolicy.class)
  void anEventOfEachDeploymentIsADuplicateInAllThatFollow(AbandonedClaimPolicy policy) {
    for (Deployment done : Deployment.values()) {
      MigrationWorld world = new MigrationWorld(policy, ClaimMode.CLAIM_FIRST);
      world.deliver(done, world.plain());

      // The old store's records have expired before the last deployment begins.
      Stream.of(Deployment.values())
          .filter(it -> it.compareTo(done) >= 0)
          .filter(it -> it != Deployment.NEXT || done.compareTo(Deployment.BOTH) >= 0)
          .forEach(
              it ->
                  assertThat(world.deliver(it, world.plain()))
                      .isInstanceOf(Outcome.Duplicate.class));
    }
  }

  private static Stream<Case> cases(
      Deployment first,
      Deployment second,
      List<Deployment> before,
      ClaimMode mode,
      AbandonedClaimPolicy policy) {
    return before.stream()
        .flatMap(
            by ->
                Stream.of(History.values())
                    .flatMap(
                        history ->
                            Stream.of(Fate.values())
                                .flatMap(
                                    fate ->
                                        Stream.of(true, false)
                                            .map(
                                                isZombie ->
                                                    new Case(
                                                        first, second, by, history, mode, policy,
                                                        fate, isZombie)))));
  }

  /** Returns whether the attempt made that many calls. */
  private static boolean committed(Case it, int at) {
    MigrationWorld world = new MigrationWorld(it.policy(), it.mode());
    Handler handler = world.committing();
    boolean happened = raced(world, it, at, handler);

    Outcome last = world.deliverToItsEnd(it.later(), handler);

    assertThat(world.effects()).as("%s at %d: %s", it, at, last).isEqualTo(1);
    assertThat(last).as("%s at %d", it, at).isInstanceOf(Outcome.Duplicate.class);
    return happened;
  }

  private static boolean held(Case it, int at) {
    MigrationWorld world = new MigrationWorld(it.policy(), it.mode());
    Handler handler = world.plain();
    boolean happened = raced(world, it, at, handler);

    world.deliverToItsEnd(it.later(), handler);

    assertThat(world.effects()).as("%s at %d", it, at).isLessThanOrEqualTo(1);
    return happened;
  }

  private static boolean raced(MigrationWorld world, Case it, int at, Handler handler) {
    prepare(world, it, handler);
    // A zombie's clock stands still, so that only a fence can stop it.
    ManualClock local = it.isZombie() ? new ManualClock(world.clock.instant()) : world.clock;
    Intrusion intrusion =
        new Intrusion(
            it.fate(),
            at,
            () -> {
              if (it.isZombie()) {
                world.clock.advance(MigrationWorld.LEASE.plusSeconds(1));
              }
              world.deliver(it.second(), handler);
              world.deliver(it.first(), handler);
            });
    world.deliver(it.first(), handler, local, intrusion::into);
    return intrusion.happened();
  }

  private static void prepare(MigrationWorld world, Case it, Handler handler) {
    switch (it.history()) {
      case NOTHING -> {}
      case RELEASED -> world.deliver(it.before(), attempt -> HandlerResult.retry("Not yet"));
      case ABANDONED -> world.abandon(it.before());
      case COMPLETED -> world.deliver(it.before(), handler);
    }
  }
}
