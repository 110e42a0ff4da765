package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;

/** Translates outcomes to the exceptions that Powertools' callers expect. */
final class RefusalTranslator {
  private RefusalTranslator() {}

  /** Returns why a call does not begin; Powertools then asks for a record that exists. */
  static RuntimeException notBegun(Outcome outcome, RecordId id) {
    return switch (outcome) {
      case Outcome.Duplicate ignored -> new IdempotencyItemAlreadyExistsException();
      case Outcome.InFlight ignored -> new IdempotencyItemAlreadyExistsException();
      case Outcome.KeyReused ignored -> new IdempotencyItemAlreadyExistsException();
      case Outcome.Held(ErrorSummary why) -> held(id, why);
      case Outcome.AlreadyFailed(ErrorSummary why) -> failed(id, why);
      case Outcome.NotStarted(Outcome.Reason reason) -> notStarted(outcome, id, reason);
      case Outcome.StoreFailed failed -> failed.cause();
      case Outcome.Executed ignored -> impossible(outcome);
      case Outcome.Released ignored -> impossible(outcome);
      case Outcome.Failed ignored -> impossible(outcome);
      case Outcome.Superseded ignored -> impossible(outcome);
      case Outcome.Unrecorded ignored -> impossible(outcome);
    };
  }

  /** Returns why a call whose work is done must not count as done. */
  static RuntimeException notRecorded(Outcome outcome, RecordId id) {
    return outcome instanceof Outcome.Unrecorded unrecorded
        ? unrecorded.cause()
        : new AttemptRefusedException(
            outcome,
            "The claim of " + id + " was lost while its call ran, so its end is not recorded",
            "Let the message fail: what became of it is another attempt's to say");
  }

  static AttemptRefusedException held(RecordId id, ErrorSummary why) {
    return new AttemptRefusedException(
        new Outcome.Held(why),
        "The record "
            + id
            + " is held, because it is not known whether its effect happened: "
            + why,
        "Find out, and settle the record");
  }

  static AttemptRefusedException failed(RecordId id, ErrorSummary why) {
    return new AttemptRefusedException(
        new Outcome.AlreadyFailed(why),
        "The event of " + id + " failed for good before: " + why,
        "Settle the record to let it run again");
  }

  static AttemptRefusedException resultNotKept(RecordId id, Omitted omitted) {
    return new AttemptRefusedException(
        new Outcome.Duplicate(omitted),
        "The event of "
            + id
            + " is done, but its result was not kept ("
            + omitted.reason()
            + ", "
            + omitted.sizeBytes()
            + " bytes)",
        omitted.reason() == StoredResult.Reason.ERASED
            ? "An operator erased it: look where the effect shows"
            : "Return less from the method, such as a reference to where the result is");
  }

  private static AttemptRefusedException notStarted(
      Outcome outcome, RecordId id, Outcome.Reason reason) {
    return new AttemptRefusedException(
        outcome,
        "No time was left to begin " + id + " (" + reason + ")",
        "Register the context of each invocation, and let the message come again");
  }

  private static RuntimeException impossible(Outcome outcome) {
    return new IllegalStateException("Not an outcome of a call that has not begun: " + outcome);
  }
}
