package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import java.util.function.Function;

/** A store that hands each call to another, who knows the answer. */
record AskingStore(Function<Call, Object> answers) implements IdempotencyStore {

  @Override
  public WriteResult write(Write write) {
    return (WriteResult) answers.apply(Call.of(write));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Optional<IdempotencyRecord> find(RecordId id) {
    return (Optional<IdempotencyRecord>)
        answers.apply(new Call(Verb.FIND, "", Optional.empty(), 0, it -> it.find(id)));
  }
}
