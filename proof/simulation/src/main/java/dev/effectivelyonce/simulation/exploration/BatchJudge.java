package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The promises, for batches whose writes go together. */
final class BatchJudge {
  private final IdempotencyStore store;
  private final Map<RecordId, Set<String>> running = new HashMap<>();
  private final Map<RecordId, Set<String>> effects = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private final List<String> broken = new ArrayList<>();

  BatchJudge(IdempotencyStore store) {
    this.store = store;
  }

  /** The first broken promise; kept, since the code under test would catch what is thrown. */
  Optional<String> broken() {
    return broken.stream().findFirst();
  }

  private void unless(boolean holds, String promise) {
    if (!holds) {
      broken.add(promise);
    }
  }

  /** The platform has ended a batch, or would have. */
  void gone(String batch) {
    gone.add(batch);
  }

  void started(RecordId id, String batch) {
    Set<String> others = running.computeIfAbsent(id, ignored -> new HashSet<>());
    unless(gone.containsAll(others), "At most one attempt at a time runs");
    unless(
        store.find(id).filter(it -> isHeldBy(it, batch)).isPresent() || gone.contains(batch),
        "A handler starts only while the record is its own");
    others.add(batch);
  }

  void left(RecordId id, String batch) {
    running.getOrDefault(id, Set.of()).remove(batch);
    effects.computeIfAbsent(id, ignored -> new HashSet<>()).add(batch);
  }

  void written(
      Call call, Optional<IdempotencyRecord> before, Optional<IdempotencyRecord> after, long now) {
    if (before.equals(after)) {
      return;
    }
    unless(
        before.filter(it -> it.status() == Status.COMPLETED).isEmpty(),
        "A completion is never overwritten");
    switch (call.verb()) {
      case CLAIM -> unless(before.isEmpty(), "A claim takes no record that lives");
      case COMPLETE, RELEASE, FAIL -> {
        unless(
            before.filter(it -> isHeldBy(it, call.owner())).isPresent(),
            "No write of a superseded attempt succeeds");
        unless(
            call.verb() != Verb.COMPLETE || hadEffect(before, call.owner()),
            "What is completed has had its effect");
      }
      case TAKE_OVER ->
          unless(
              before.filter(it -> it.status() == Status.RETRYABLE || isLapsed(it, now)).isPresent(),
              "Only released and lapsed claims are taken over");
      default -> unless(call.verb() == Verb.FIND, "Nobody else writes");
    }
  }

  void ended(RecordId id, String batch, Outcome outcome) {
    Optional<IdempotencyRecord> record = store.find(id);
    if (outcome.isDone()) {
      unless(
          record.filter(it -> it.status() == Status.COMPLETED).isPresent(),
          "An acknowledged delivery has a completed record");
    }
    switch (outcome) {
      case Outcome.Executed(StoredResult result, int attempt) -> {
        unless(
            record.filter(it -> it.owner().value().equals(batch)).isPresent(),
            "A lane gets the answer to its own write");
        unless(
            record.filter(it -> it.result().equals(result)).isPresent(),
            "A result is kept as told");
      }
      case Outcome.Duplicate(StoredResult result, var ignored) ->
          unless(
              record.filter(it -> it.result().equals(result)).isPresent(),
              "A duplicate gets the result of its own key");
      default -> {}
    }
  }

  void over(List<Batch> batches) {
    for (Batch batch : batches) {
      unless(!batch.isAlive() || batch.isOver(), "Every lane of a batch ends");
    }
  }

  private boolean hadEffect(Optional<IdempotencyRecord> record, String owner) {
    return record.filter(it -> effects.getOrDefault(it.id(), Set.of()).contains(owner)).isPresent();
  }

  private static boolean isHeldBy(IdempotencyRecord record, String owner) {
    return record.owner().value().equals(owner) && record.status() == Status.INPROGRESS;
  }

  private static boolean isLapsed(IdempotencyRecord record, long now) {
    return record.status() == Status.INPROGRESS && now >= record.leaseUntil().toEpochMilli();
  }
}
