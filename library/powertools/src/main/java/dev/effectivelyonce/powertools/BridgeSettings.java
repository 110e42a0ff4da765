package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;

/**
 * The settings that all functions of a store share.
 *
 * @param leaseMargin how much longer than the invocation a lease lasts
 * @param leaseWithoutContext how long a lease lasts where the invocation's end is not known
 */
record BridgeSettings(
    ConsumerName consumer,
    IdempotencyStore store,
    AbandonedClaimPolicy abandoned,
    Duration leaseMargin,
    Duration leaseWithoutContext,
    TransitionObserver observer,
    Platform platform) {}
