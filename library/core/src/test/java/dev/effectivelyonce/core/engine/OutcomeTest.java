package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.WHY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome.Reason;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OutcomeTest {
  private static Stream<Arguments> outcomes() {
    StoreException down =
        new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
    return Stream.of(
        Arguments.of(new Outcome.Executed(StoredResult.none(), 1), true, Kind.EXECUTED, ""),
        Arguments.of(new Outcome.Duplicate(StoredResult.none()), true, Kind.DUPLICATE, ""),
        Arguments.of(new Outcome.InFlight(NOW), false, Kind.IN_FLIGHT, ""),
        Arguments.of(new Outcome.Released(WHY, Optional.empty(), 1), false, Kind.RELEASED, "why"),
        Arguments.of(new Outcome.Failed(WHY, 1), false, Kind.FAILED, "why"),
        Arguments.of(new Outcome.AlreadyFailed(WHY), false, Kind.ALREADY_FAILED, "why"),
        Arguments.of(new Outcome.Held(WHY), false, Kind.HELD, "why"),
        Arguments.of(new Outcome.KeyReused(), false, Kind.KEY_REUSED, ""),
        Arguments.of(new Outcome.Superseded(1), false, Kind.SUPERSEDED, ""),
        Arguments.of(new Outcome.NotStarted(Reason.DEADLINE), false, Kind.NOT_STARTED, "DEADLINE"),
        Arguments.of(new Outcome.StoreFailed(down), false, Kind.STORE_FAILED, "No answer"),
        Arguments.of(new Outcome.Unrecorded(down, 1), false, Kind.UNRECORDED, "No answer"));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void onlyACompletedRecordMayBeAcknowledged(
      Outcome outcome, boolean acknowledged, Kind kind, String why) {
    assertThat(outcome.isDone()).isEqualTo(acknowledged);
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void observersLearnTheKindAndTheReason(
      Outcome outcome, boolean acknowledged, Kind kind, String why) {
    assertThat(TransitionReporter.kind(outcome)).isEqualTo(kind);
    assertThat(TransitionReporter.why(outcome).map(Object::toString).orElse("")).isEqualTo(why);
  }
}
