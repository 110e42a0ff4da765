package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.record.ErrorSummary;
import org.jspecify.annotations.Nullable;

/**
 * Says that an effect certainly did not happen, and may be tried again: the provider refused the
 * connection, or answered that it is busy. A timeout does not prove that. If it leaves the handler,
 * the record is released, whatever the consumer's policy.
 */
public final class StepNotDoneException extends EffectivelyOnceException {
  private final String reason;

  /**
   * @param reason for the record and the log, without a full stop; choose words without personal
   *     data
   */
  public StepNotDoneException(@Nullable String reason) {
    super(StepFailedException.orNoReason(reason), "The next attempt tries again", null);
    this.reason = StepFailedException.orNoReason(reason);
  }

  /** Returns why it did not happen. */
  public ErrorSummary why() {
    return new ErrorSummary(reason);
  }
}
