package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.List;
import java.util.Optional;

/** Says yes to everything, and keeps nothing. Takes groups of writes, as DynamoDB does. */
public final class AcceptingStore implements IdempotencyStore, GroupWriter {
  /** That of DynamoDB. */
  private static final int LIMIT = 25;

  /** The number of DynamoDB's store. */
  private static final int AT_ONCE = 8;

  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    for (int i = 0; i < writes.size(); i++) {
      answers.answer(i, Optional.of(write(writes.get(i))));
    }
  }

  @Override
  public WriteResult write(Write write) {
    return new Written(write.after(write.known()).orElseThrow());
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.empty();
  }
}
