package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says that an effect certainly did not happen, and never will: the card was declined, the article
 * is sold out. Later attempts are told the same without asking again. Where it leaves the handler,
 * the event has failed for good.
 */
public final class StepFailedException extends EffectivelyOnceException {
  private final String reason;

  /**
   * @param reason for the record and the log, without a full stop; choose words without personal
   *     data
   */
  public StepFailedException(@Nullable String reason) {
    super(orNoReason(reason), "Nothing runs this step again; handle its failure", null);
    this.reason = orNoReason(reason);
  }

  /** A null here, such as the message of an exception that has none, must not lose the end. */
  static String orNoReason(@Nullable String reason) {
    return Objects.requireNonNullElse(reason, "No reason was given");
  }

  /** Why it did not happen. */
  public ErrorSummary why() {
    return new ErrorSummary(reason);
  }
}
