package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An attempt that holds its claim. It must be ended exactly once, and is not thread-safe. */
public final class OpenAttempt {
  private final DeliveryContext delivery;
  private final OutcomeRecorder ending;
  private final IdempotencyRecord mine;
  private final Instant stopAt;

  OpenAttempt(
      DeliveryContext delivery, OutcomeRecorder ending, IdempotencyRecord mine, Instant stopAt) {
    this.delivery = delivery;
    this.ending = ending;
    this.mine = mine;
    this.stopAt = stopAt;
  }

  /** Returns the record as this attempt claimed it. */
  public IdempotencyRecord claimed() {
    return mine;
  }

  /**
   * Records that the work is done. Only {@link Outcome.Executed} may be reported as success.
   *
   * @param value the value that is kept for later duplicates, or null
   */
  public Outcome completed(@Nullable Object value) {
    OutcomeRecorder.clearInterrupt();
    return ended(() -> ending.returned(HandlerResult.completed(value), mine, stopAt));
  }

  /**
   * Records that the work threw an exception, so that it is not known whether the work had its
   * effect.
   */
  public Outcome threw(Throwable thrown) {
    OutcomeRecorder.clearInterrupt();
    delivery.threw(thrown);
    return ended(() -> ending.threw(thrown, mine, stopAt));
  }

  private Outcome ended(Supplier<Outcome> end) {
    try (delivery) {
      return delivery.ended(end.get(), mine.attempt());
    }
  }
}
