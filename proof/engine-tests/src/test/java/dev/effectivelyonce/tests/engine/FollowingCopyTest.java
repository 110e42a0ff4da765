package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies of an event behind the first of them, in one batch. */
class FollowingCopyTest {
  private static final ErrorSummary WHY = new ErrorSummary("why");
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  private static Stream<Outcome> unfinished() {
    StoreException down =
        new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
    return Stream.of(
        new Outcome.Duplicate(Effect.resultOf(1)),
        new Outcome.Released(WHY, Optional.empty(), 1),
        new Outcome.AlreadyFailed(WHY),
        new Outcome.Held(WHY),
        new Outcome.KeyReused(),
        new Outcome.Superseded(1),
        new Outcome.StoreFailed(down));
  }

  @ParameterizedTest
  @MethodSource("unfinished")
  void shareWhatBecameOfIt(Outcome first) {
    assertThat(bench.engine.follow(bench.request(), effect, first)).isEqualTo(first);
    assertThat(effect.count()).isZero();
  }

  @Test
  void areDuplicatesOfWhatIsDone() {
    Outcome first = bench.deliver(effect);

    assertThat(bench.engine.follow(bench.request(), effect, first))
        .isEqualTo(new Outcome.Duplicate(Effect.resultOf(1)));
  }

  @Test
  void haveFailedAlreadyIfItFailed() {
    assertThat(bench.engine.follow(bench.request(), effect, new Outcome.Failed(WHY, 1)))
        .isEqualTo(new Outcome.AlreadyFailed(WHY));
  }
}
