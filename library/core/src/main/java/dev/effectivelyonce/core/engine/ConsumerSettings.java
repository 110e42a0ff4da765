package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a consumer.
 *
 * @param name the consumer's name, which scopes its keys
 * @param abandoned what happens to a claim after its lease has lapsed
 * @param retention how long a record is kept after its last change; must cover the retention of the
 *     source queue and of its dead-letter queue together
 * @param maxResultBytes the largest result that is kept, in bytes of UTF-8; a larger one is
 *     replaced by a marker
 * @param keyVisibility whether the table shows business keys
 * @param function the name of the function that runs the consumer, which is kept in its records;
 *     empty if it is not known
 */
public record ConsumerSettings(
    ConsumerName name,
    AbandonedClaimPolicy abandoned,
    Duration retention,
    int maxResultBytes,
    KeyVisibility keyVisibility,
    Optional<String> function) {
  /** The default for {@link #maxResultBytes}: 16 KiB. */
  public static final int DEFAULT_MAX_RESULT_BYTES = 16 * 1024;

  /** The limit of a result. An item holds 400 KB in all; the key and errors need some of it. */
  private static final int LARGEST_RESULT_BYTES = 350 * 1024;

  private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

  /** The limit of the retention: far beyond any queue's, and safe in arithmetic of time. */
  private static final Duration LONGEST_RETENTION = Duration.ofDays(100 * 365);

  /**
   * @throws ConfigurationException if the retention is shorter than an hour or longer than 100
   *     years, or the result limit is negative or over 350 KiB
   */
  public ConsumerSettings {
    if (retention.compareTo(SHORTEST_RETENTION) < 0) {
      throw new ConfigurationException(
          "The retention of consumer " + name + " is " + retention,
          "Set at least the source queue's retention plus the dead-letter queue's");
    }
    if (retention.compareTo(LONGEST_RETENTION) > 0) {
      throw new ConfigurationException(
          "The retention of consumer " + name + " is " + retention,
          "Set at most " + LONGEST_RETENTION);
    }
    if (maxResultBytes < 0 || maxResultBytes > LARGEST_RESULT_BYTES) {
      throw new ConfigurationException(
          "The result limit of consumer " + name + " is " + maxResultBytes + " bytes",
          "Set it from 0 to " + LARGEST_RESULT_BYTES);
    }
  }

  /** Creates settings for a consumer that runs in an unknown function. */
  public ConsumerSettings(
      ConsumerName name,
      AbandonedClaimPolicy abandoned,
      Duration retention,
      int maxResultBytes,
      KeyVisibility keyVisibility) {
    this(name, abandoned, retention, maxResultBytes, keyVisibility, Optional.empty());
  }

  /** Returns the defaults: {@link KeyVisibility#HASHED} keys and results of up to 16 KiB. */
  public static ConsumerSettings of(
      ConsumerName name, AbandonedClaimPolicy abandoned, Duration retention) {
    return new ConsumerSettings(
        name, abandoned, retention, DEFAULT_MAX_RESULT_BYTES, KeyVisibility.HASHED);
  }

  /**
   * Returns these settings if they keep records at least as long as the function's stack requires.
   *
   * @param told the retention that the stack requires; empty if there is none
   * @throws ConfigurationException if the retention is shorter, because a message that is still in
   *     the queues would then run again
   */
  public ConsumerSettings keepingAtLeast(Optional<Duration> told) {
    if (told.filter(it -> retention.compareTo(it) < 0).isPresent()) {
      throw new ConfigurationException(
          "The consumer %s keeps records for %s, and its stack has derived %s from its source"
              .formatted(name, retention, told.get()),
          "Leave retention(…) out, or make it no shorter; change it on the construct if the source"
              + " keeps messages for less");
    }
    return this;
  }

  /**
   * Checks that the store can keep the promise of the policy.
   *
   * @throws ConfigurationException if the policy is HOLD and the store may forget answered writes
   */
  public void check(IdempotencyStore store) {
    if (abandoned == AbandonedClaimPolicy.HOLD && store.durability() == Durability.ASYNC) {
      throw new ConfigurationException(
          "The consumer "
              + name
              + " holds abandoned claims, and its store may forget them at a failover (ASYNC)",
          "Use a store that keeps each answered write (SYNC), or onAbandonedClaim(RERUN) where a"
              + " repeat does no harm");
    }
  }

  /** Returns the bytes that an item has for steps beside the largest result of the handler. */
  int stepRoomBytes() {
    return LARGEST_RESULT_BYTES - maxResultBytes;
  }

  /** Returns these settings with another policy. */
  ConsumerSettings onAbandonedClaim(AbandonedClaimPolicy policy) {
    return new ConsumerSettings(name, policy, retention, maxResultBytes, keyVisibility, function);
  }
}
