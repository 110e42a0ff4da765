package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;

/** Builds a {@link FencedPersistenceStore}. No setting is required. Not thread-safe. */
public final class FencedStoreBuilder {
  /** The limit of a lease: with the longest margin it stays below the shortest retention. */
  private static final Duration LONGEST_LEASE = Duration.ofMinutes(30);

  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  private final ConsumerName consumer;
  private final IdempotencyStore store;
  private AbandonedClaimPolicy abandoned = AbandonedClaimPolicy.RERUN;
  private Duration leaseMargin = Duration.ofSeconds(2);
  private Duration leaseWithoutContext = Duration.ofMinutes(15);
  private TransitionObserver observer = new LoggingObserver();
  private Platform platform = Platform.system();

  FencedStoreBuilder(ConsumerName consumer, IdempotencyStore store) {
    this.consumer = consumer;
    this.store = store;
  }

  /**
   * Sets what happens to a call that neither completed nor threw before its lease lapsed. Under
   * {@code HOLD} a call that threw an exception counts as "perhaps done" too. Default: {@code
   * RERUN}, which is the behavior of Powertools.
   */
  public FencedStoreBuilder onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return this;
  }

  /**
   * Sets how much longer than the invocation a lease lasts, to allow for clocks that differ.
   * Default: 2 s, at most 15 min. The queue's visibility timeout must be longer than the function's
   * timeout plus this margin.
   */
  public FencedStoreBuilder leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /**
   * Sets how long a lease lasts if Powertools does not know the end of the invocation because no
   * context was registered. Default: 15 min, which is Lambda's maximum timeout. At least the
   * function's timeout, at most 30 min.
   */
  public FencedStoreBuilder leaseWithoutContext(Duration lease) {
    this.leaseWithoutContext = lease;
    return this;
  }

  /** Adds an observer of every transition, which is called after the log. */
  public FencedStoreBuilder observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return this;
  }

  /**
   * Sets the sources of time, owner ids, randomness and waiting. Default: {@link
   * Platform#system()}.
   */
  public FencedStoreBuilder platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Builds the store.
   *
   * @throws ConfigurationException if a setting is out of range, or the policy is HOLD and the
   *     store may lose answered writes
   */
  public FencedPersistenceStore build() {
    check(
        !leaseMargin.isNegative() && leaseMargin.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        leaseMargin,
        "Set PT0S to " + LONGEST_MARGIN);
    check(
        leaseWithoutContext.isPositive() && leaseWithoutContext.compareTo(LONGEST_LEASE) <= 0,
        "leaseWithoutContext",
        leaseWithoutContext,
        "Set the function's timeout, at most " + LONGEST_LEASE);
    // The retention is each function's own, and the check does not ask for it.
    ConsumerSettings.of(consumer, abandoned, Duration.ofHours(1)).check(store);
    return new FencedPersistenceStore(
        new BridgeSettings(
            consumer, store, abandoned, leaseMargin, leaseWithoutContext, observer, platform));
  }

  private void check(boolean valid, String setting, Duration value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + consumer + " is " + value, remedy);
    }
  }
}
