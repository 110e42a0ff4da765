package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if an effect certainly did not happen and never will, for example because the card was
 * declined or the article is sold out. Later attempts get the same answer without asking again. If
 * the exception leaves the handler, the event has failed for good.
 */
public final class StepFailedException extends EffectivelyOnceException {
  private final String reason;

  /**
   * @param reason the reason for the record and the log, without a full stop; choose words without
   *     personal data
   */
  public StepFailedException(@Nullable String reason) {
    super(orNoReason(reason), "Nothing runs this step again; handle its failure", null);
    this.reason = orNoReason(reason);
  }

  /** Replaces a null, such as the message of an exception without one: the end must not be lost. */
  static String orNoReason(@Nullable String reason) {
    return Objects.requireNonNullElse(reason, "No reason was given");
  }

  /** Returns the reason why the effect did not happen. */
  public ErrorSummary why() {
    return new ErrorSummary(reason);
  }
}
