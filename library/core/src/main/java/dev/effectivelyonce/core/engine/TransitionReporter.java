package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.util.Optional;

/** Converts outcomes to what observers see. */
final class TransitionReporter {
  private TransitionReporter() {}

  static Kind kind(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Executed ignored -> Kind.EXECUTED;
      case Outcome.Duplicate ignored -> Kind.DUPLICATE;
      case Outcome.InFlight ignored -> Kind.IN_FLIGHT;
      case Outcome.Released ignored -> Kind.RELEASED;
      case Outcome.Failed ignored -> Kind.FAILED;
      case Outcome.AlreadyFailed ignored -> Kind.ALREADY_FAILED;
      case Outcome.Held ignored -> Kind.HELD;
      case Outcome.KeyReused ignored -> Kind.KEY_REUSED;
      case Outcome.Superseded ignored -> Kind.SUPERSEDED;
      case Outcome.NotStarted ignored -> Kind.NOT_STARTED;
      case Outcome.StoreFailed ignored -> Kind.STORE_FAILED;
      case Outcome.Unrecorded ignored -> Kind.UNRECORDED;
    };
  }

  static Optional<ErrorSummary> why(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Released released -> Optional.of(released.why());
      case Outcome.Failed failed -> Optional.of(failed.why());
      case Outcome.AlreadyFailed failed -> Optional.of(failed.why());
      case Outcome.Held held -> Optional.of(held.why());
      case Outcome.NotStarted notStarted ->
          Optional.of(new ErrorSummary(notStarted.reason().name()));
      case Outcome.StoreFailed failed -> Optional.of(new ErrorSummary(failed.cause().problem()));
      case Outcome.Unrecorded failed -> Optional.of(new ErrorSummary(failed.cause().problem()));
      case Outcome.Executed ignored -> Optional.empty();
      case Outcome.Duplicate ignored -> Optional.empty();
      case Outcome.InFlight ignored -> Optional.empty();
      case Outcome.KeyReused ignored -> Optional.empty();
      case Outcome.Superseded ignored -> Optional.empty();
    };
  }

  /** Returns the kind of an outcome, and why, in one line. */
  static ErrorSummary summary(Outcome outcome) {
    String detail = why(outcome).map(why -> ": " + why).orElse("");
    return new ErrorSummary(kind(outcome).name() + detail);
  }
}
