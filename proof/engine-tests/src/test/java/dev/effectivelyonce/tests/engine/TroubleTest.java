package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.tests.engine.Steps.Point;
import dev.effectivelyonce.tests.engine.World.Trouble;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trouble at every step of an attempt, alone and twice, then redeliveries, where effects are
 * committed. Trouble of effects outside of the store is explored: see docs/proof-exploration.md.
 */
class TroubleTest {
  /** More calls than any attempt makes; a point past the last call is an attempt in peace. */
  private static final int CALLS = 4;

  private static final List<Point> POINTS =
      IntStream.rangeClosed(1, CALLS)
          .boxed()
          .flatMap(call -> Stream.of(new Point(call, false), new Point(call, true)))
          .toList();

  private static Stream<Arguments> troubles() {
    return Arrays.stream(AbandonedClaimPolicy.values())
        .flatMap(
            policy ->
                Arrays.stream(Trouble.values()).map(trouble -> Arguments.of(policy, trouble)));
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void anEffectThatIsCommittedWithItsCompletionHappensOnceWhateverTheTrouble(
      AbandonedClaimPolicy policy, Trouble second) {
    for (Trouble first : Trouble.values()) {
      for (Point one : POINTS) {
        for (Point other : POINTS) {
          World world = new World(policy);
          world.delivers(first, one);
          world.bench.lapse();
          world.delivers(second, other);
          world.redelivers(3);
          checked(world::assertExactlyOnce, first + " " + one + ", then " + second + " " + other);
        }
      }
    }
  }

  private static void checked(Runnable promises, String story) {
    try {
      promises.run();
    } catch (AssertionError e) {
      Assertions.fail(story, e);
    }
  }
}
