package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.record.ErrorSummary;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if an effect certainly did not happen and may be tried again, for example because the
 * provider refused the connection or answered that it is busy. A timeout does not prove that. If
 * the exception leaves the handler, the record is released, whatever the consumer's policy is.
 */
public final class StepNotDoneException extends EffectivelyOnceException {
  private final String reason;

  /**
   * @param reason the reason for the record and the log, without a full stop; choose words without
   *     personal data
   */
  public StepNotDoneException(@Nullable String reason) {
    super(StepFailedException.orNoReason(reason), "The next attempt tries again", null);
    this.reason = StepFailedException.orNoReason(reason);
  }

  /** Returns the reason why the effect did not happen. */
  public ErrorSummary why() {
    return new ErrorSummary(reason);
  }
}
