package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a function that parks what fails for good.
 *
 * @param <B> the builder that its methods return
 */
public abstract class ParkingFunctionBuilder<B extends ParkingFunctionBuilder<B>>
    extends IdempotentFunctionBuilder<B> {
  private final ParkingDraft draft;

  ParkingFunctionBuilder(ParkingDraft draft) {
    super(draft);
    this.draft = draft;
  }

  /** Sets how many records one invocation takes at most. Default: 100. */
  public B batchSize(int batchSize) {
    draft.batchSize = batchSize;
    return self();
  }

  /** Sets how long Lambda gathers a batch, 5 minutes at most. Default: not at all. */
  public B batchingWindow(Duration window) {
    draft.batchingWindow = window;
    return self();
  }

  /** Sets after how many attempts an event is parked. Default: what an outage can take. */
  public B maxAttempts(int attempts) {
    draft.maxAttempts = OptionalInt.of(attempts);
    return self();
  }

  /**
   * Sets how long an outage of what the handler calls records survive before they are parked.
   * Default: 30 minutes.
   */
  public B survivesOutageOf(Duration outage) {
    draft.outage = outage;
    return self();
  }

  /** Sets how long a record waits in its lane after a failure. Default: from 2 s to 5 min. */
  public B backoff(Duration first, Duration longest) {
    draft.firstWait = first;
    draft.longestWait = longest;
    return self();
  }

  /**
   * Sets how long a record of an event is kept. Default: as long as source and parking queue keep
   * it, and one day more; less than both is refused.
   */
  public B recordRetention(Duration retention) {
    draft.recordRetention = Optional.of(retention);
    return self();
  }

  /** Sets the lease of renewed claims, 1 s to 15 min. Default: one lease covers the timeout. */
  public B heartbeat(Duration lease) {
    draft.heartbeat = Optional.of(lease);
    return self();
  }
}
