package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.tests.engine.Steps.Point;
import dev.effectivelyonce.tests.engine.World.End;
import dev.effectivelyonce.tests.engine.World.Trouble;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Trouble at every step of an attempt, alone and twice, then redeliveries. */
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
  void oneTroubleAnywhereKeepsThePromises(AbandonedClaimPolicy policy, Trouble trouble) {
    for (End end : End.values()) {
      for (Point point : POINTS) {
        World world = new World(policy);
        world.delivers(end, trouble, point);
        world.redelivers(3);
        checked(world::assertPromises, end + " with " + trouble + " " + point);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void aTroubleAfterAnyOtherKeepsThePromises(AbandonedClaimPolicy policy, Trouble second) {
    for (Trouble first : Trouble.values()) {
      for (End end : End.values()) {
        for (Point one : POINTS) {
          for (Point other : POINTS) {
            World world = new World(policy);
            world.delivers(end, first, one);
            world.bench.lapse();
            world.delivers(End.COMPLETES, second, other);
            world.redelivers(3);
            checked(
                world::assertPromises,
                end + " with " + first + " " + one + ", then " + second + " " + other);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void onlyADeathOrALapseInTheRunRepeatsAnEffect(AbandonedClaimPolicy policy, Trouble trouble) {
    for (Point point : POINTS) {
      World world = new World(policy);
      world.delivers(End.COMPLETES, trouble, point);
      world.redelivers(3);
      if (!mayRepeatOrHold(trouble, point)) {
        assertThat(world.effects()).as(trouble + " " + point).isEqualTo(1);
        assertThat(world.bench.record().status()).isEqualTo(Status.COMPLETED);
      }
    }
  }

  /** The first call claims; the second, after the effect, completes. */
  private static boolean mayRepeatOrHold(Trouble trouble, Point point) {
    Point claimed = new Point(1, true);
    Point unrecorded = new Point(2, false);
    return EnumSet.of(Trouble.CRASH, Trouble.RIVAL_AFTER_LAPSE).contains(trouble)
        && (point.equals(claimed) || point.equals(unrecorded));
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void anEffectThatIsCommittedWithItsCompletionHappensOnceWhateverTheTrouble(
      AbandonedClaimPolicy policy, Trouble second) {
    for (Trouble first : Trouble.values()) {
      for (Point one : POINTS) {
        for (Point other : POINTS) {
          World world = new World(policy, End.COMMITS);
          world.delivers(End.COMMITS, first, one);
          world.bench.lapse();
          world.delivers(End.COMMITS, second, other);
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
