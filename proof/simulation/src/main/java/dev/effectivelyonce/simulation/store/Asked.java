package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import java.util.List;

/**
 * What a process asks of a server about a record.
 *
 * @param by the attempt that asks
 */
record Asked(Verb verb, RecordId id, AttemptId by) {
  static Asked of(Write write) {
    return new Asked(Verb.of(write), write.id(), write.attempt());
  }

  static List<Asked> of(List<? extends Write> writes) {
    return writes.stream().map(Asked::of).toList();
  }
}
