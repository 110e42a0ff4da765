package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import java.util.Optional;
import java.util.function.Function;

/**
 * A call of the store on its way.
 *
 * @param verb what it asks for
 * @param owner the attempt that the write is made for
 * @param seen the record that the decision to write was made on; empty for a first claim
 * @param content a hash of its arguments
 * @param answer makes the call
 */
record Call(
    Verb verb,
    String owner,
    Optional<IdempotencyRecord> seen,
    long content,
    Function<IdempotencyStore, Object> answer) {
  static Call of(Write write) {
    return new Call(
        Verb.of(write),
        write.attempt().value(),
        write.known(),
        Hash.of(write),
        store -> store.write(write));
  }

  @Override
  public String toString() {
    return verb + (owner.isEmpty() ? "" : " of " + owner);
  }
}
