package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store that remembers how large the groups were that were written to it. */
public final class Groups extends ForwardingStore implements GroupWriter {
  public final List<Integer> sizes = new CopyOnWriteArrayList<>();

  /** Whether a group is written, and its writes can't be told from each other. */
  public volatile boolean canNotTell;

  private final GroupWriter writer;

  public Groups(IdempotencyStore store) {
    super(store);
    writer = store.groups().orElseThrow();
  }

  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return writer.limit();
  }

  @Override
  public int maxConcurrentRequests() {
    return writer.maxConcurrentRequests();
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    sizes.add(writes.size());
    writer.write(
        writes, (index, result) -> answers.answer(index, canNotTell ? Optional.empty() : result));
  }
}
