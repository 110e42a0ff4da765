package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;

/**
 * What the steps of every attempt share. They run inside of handlers, away from the lanes of a
 * batch already: neither their pauses nor their results count as another absence.
 */
record StepContext(ConsumerSettings settings, Platform platform, ResultSerializer serializer) {
  StepJournal of(RunningClaim claim, IdempotencyStore store, Instant stopAt) {
    return new StepJournal(new StepRecorder(store, settings, platform, claim, stopAt), serializer);
  }
}
