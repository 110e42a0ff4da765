package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;

/**
 * The settings that the steps of every attempt share. Steps run inside handlers, whose lanes
 * already count as away: pauses and serializing here count no second absence.
 */
record StepContext(ConsumerSettings settings, Platform platform, ResultSerializer serializer) {
  StepJournal of(RunningClaim claim, IdempotencyStore store, Instant stopAt) {
    return new StepJournal(new StepRecorder(store, settings, platform, claim, stopAt), serializer);
  }
}
