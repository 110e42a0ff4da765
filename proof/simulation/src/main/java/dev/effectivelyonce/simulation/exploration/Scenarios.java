package dev.effectivelyonce.simulation.exploration;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.simulation.exploration.Scenario.Actor;
import dev.effectivelyonce.simulation.exploration.Scenario.Limits;
import dev.effectivelyonce.simulation.exploration.Scenario.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is explored in every build, and in the longer run. */
final class Scenarios {
  private static final Set<HandlerStep> ALL = EnumSet.allOf(HandlerStep.class);
  private static final Set<HandlerStep> DONE = EnumSet.of(HandlerStep.EFFECT, HandlerStep.COMPLETE);

  private static final Set<HandlerStep> RETRY =
      EnumSet.of(HandlerStep.EFFECT, HandlerStep.COMPLETE, HandlerStep.RETRY);

  private static final Actor ONCE = Actor.worker(1);
  private static final Actor TWICE = Actor.worker(2);
  private static final Actor FAST = Actor.worker(1).skewed(Scenario.TICK);
  private static final Actor FASTER = Actor.worker(1).skewed(Scenario.TICK.multipliedBy(2));
  private static final Actor OTHER = Actor.worker(1).paying("paid 8 EUR");
  private static final Actor SETTLES_DONE = Actor.operator(Role.SETTLES_COMPLETED);
  private static final Actor SETTLES_NOT_DONE = Actor.operator(Role.SETTLES_RETRYABLE);
  private static final Actor FORGETS = Actor.operator(Role.FORGETS);

  private static final Actor ERASES = Actor.operator(Role.ERASES);
  private static final Actor ACKNOWLEDGES = Actor.operator(Role.ACKNOWLEDGES);

  private Scenarios() {}

  /** In every build. */
  static List<Scenario> small() {
    return List.of(
        of("every handler, RERUN", RERUN, ALL, new Limits(3, 1, 0, 0), ONCE, ONCE),
        of("every handler, HOLD", HOLD, ALL, new Limits(3, 1, 0, 0), ONCE, ONCE),
        of("a fault, RERUN", RERUN, DONE, new Limits(2, 1, 1, 0), ONCE, ONCE),
        of("a fault, HOLD", HOLD, DONE, new Limits(2, 1, 1, 0), ONCE, ONCE),
        of("delivered again, HOLD", HOLD, DONE, new Limits(3, 1, 0, 0), TWICE, ONCE),
        of("retries", HOLD, RETRY, new Limits(2, 0, 0, 0), TWICE, ONCE),
        of("skewed, RERUN", RERUN, DONE, new Limits(4, 0, 0, 0), ONCE, FAST),
        of("skewed, HOLD", HOLD, DONE, new Limits(4, 0, 0, 0), ONCE, FAST),
        of("another payload", RERUN, DONE, new Limits(2, 1, 0, 0), ONCE, OTHER),
        of("settled as done", HOLD, RETRY, new Limits(2, 1, 0, 0), TWICE, SETTLES_DONE),
        of("after the retention", RERUN, DONE, new Limits(0, 1, 0, 1), TWICE, ONCE),
        of("three workers, HOLD", HOLD, DONE, new Limits(2, 0, 0, 0), ONCE, ONCE, ONCE));
  }

  /** Those of every build, and larger ones of the same kinds: some 20 s on two cores. */
  static List<Scenario> whole() {
    return Stream.concat(
            small().stream(),
            Stream.of(
                of(
                    "settled as not done",
                    HOLD,
                    ALL,
                    new Limits(2, 1, 0, 0),
                    TWICE,
                    SETTLES_NOT_DONE),
                of("forgotten", HOLD, RETRY, new Limits(2, 1, 0, 0), TWICE, FORGETS),
                of("erased", HOLD, RETRY, new Limits(2, 1, 0, 0), TWICE, ERASES),
                of("acknowledged", HOLD, ALL, new Limits(2, 1, 0, 0), TWICE, ACKNOWLEDGES),
                of("2 faults, RERUN", RERUN, DONE, new Limits(2, 0, 2, 0), ONCE, ONCE),
                of("2 faults, HOLD", HOLD, DONE, new Limits(2, 0, 2, 0), ONCE, ONCE),
                of("delivered again, RERUN", RERUN, DONE, new Limits(3, 1, 0, 0), TWICE, ONCE),
                of("skewed too far, HOLD", HOLD, DONE, new Limits(3, 0, 1, 0), ONCE, FASTER),
                of("three workers, RERUN", RERUN, DONE, new Limits(2, 0, 0, 0), ONCE, ONCE, ONCE)))
        .toList();
  }

  /** With larger bounds: minutes, and some gigabytes. */
  static List<Scenario> deep() {
    return List.of(
        of("every handler, RERUN", RERUN, ALL, new Limits(4, 2, 0, 0), TWICE, ONCE),
        of("every handler, HOLD", HOLD, ALL, new Limits(4, 2, 0, 0), TWICE, ONCE),
        of("a fault, every handler, RERUN", RERUN, ALL, new Limits(3, 1, 1, 0), ONCE, ONCE),
        of("a fault, every handler, HOLD", HOLD, ALL, new Limits(3, 1, 1, 0), ONCE, ONCE),
        of("3 faults, RERUN", RERUN, DONE, new Limits(2, 0, 3, 0), ONCE, ONCE),
        of("3 faults, HOLD", HOLD, DONE, new Limits(2, 0, 3, 0), ONCE, ONCE),
        of("a fault, delivered again, RERUN", RERUN, DONE, new Limits(2, 1, 1, 0), TWICE, ONCE),
        of("a fault, delivered again, HOLD", HOLD, DONE, new Limits(2, 1, 1, 0), TWICE, ONCE),
        of("2 deliveries each, RERUN", RERUN, DONE, new Limits(3, 1, 0, 0), TWICE, TWICE),
        of("2 deliveries each, HOLD", HOLD, DONE, new Limits(3, 1, 0, 0), TWICE, TWICE),
        of("skewed, RERUN", RERUN, DONE, new Limits(5, 1, 0, 0), TWICE, FAST),
        of("settled as not done", HOLD, ALL, new Limits(3, 1, 1, 0), TWICE, SETTLES_NOT_DONE),
        of("three workers, RERUN", RERUN, DONE, new Limits(3, 1, 0, 0), ONCE, ONCE, ONCE),
        of("three workers, HOLD", HOLD, DONE, new Limits(3, 1, 0, 0), ONCE, ONCE, ONCE));
  }

  private static Scenario of(
      String name,
      AbandonedClaimPolicy policy,
      Set<HandlerStep> steps,
      Limits limits,
      Actor... actors) {
    return new Scenario(name, policy, List.of(actors), steps, limits);
  }
}
