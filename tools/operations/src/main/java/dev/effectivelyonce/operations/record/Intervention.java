package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** What an operator does to a record. */
public sealed interface Intervention {
  /**
   * Decide about a doubtful record.
   *
   * @param settlement the decision
   */
  record Settle(Settlement settlement) implements Intervention {}

  /**
   * Decide about a step of a record, which is then released.
   *
   * @param step its name
   * @param settlement the decision
   * @param result what a completed step came to, as JSON
   */
  record SettleStep(String step, Settlement settlement, Optional<String> result)
      implements Intervention {
    private static final ErrorSummary NOT_DONE = new ErrorSummary("Settled by an operator");

    /** Returns the state that the step gets. */
    public Step.State state() {
      return switch (settlement) {
        case COMPLETED -> Step.State.DONE;
        case RETRYABLE -> Step.State.NOT_DONE;
      };
    }

    Step decided(Step found) {
      return switch (settlement) {
        case COMPLETED ->
            found.done(
                result.<StoredResult>map(StoredResult.Text::new).orElseGet(StoredResult::none));
        case RETRYABLE -> found.notDone(NOT_DONE);
      };
    }
  }

  /** Make a record as if nothing had happened: its event can run again. */
  record Forget() implements Intervention {}

  /** Erase what may be personal in a record, and keep the record. */
  record Erase() implements Intervention {}

  /** Take a failure that was dealt with off the list; the record stays failed. */
  record Acknowledge() implements Intervention {}
}
