package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store that remembers the groups that were written to it. */
final class Groups extends ForwardingStore implements GroupWriter {
  /** How a group's answers reach their lanes. */
  @FunctionalInterface
  interface Answering {
    void answer(int index, Optional<WriteResult> result, GroupWriter.Answers answers)
        throws InterruptedException;
  }

  private final GroupWriter writer;
  private final List<List<Write.Groupable>> written = new CopyOnWriteArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile Class<? extends Write.Groupable> failing = Write.Groupable.class;
  volatile Answering answering = (index, result, answers) -> answers.answer(index, result);

  Groups(IdempotencyStore store) {
    super(store);
    writer = store.groups().orElseThrow();
  }

  /** The claims of the next group that has some are written, but not answered. */
  void failNextClaims(Throwable thrown) {
    failNext(Write.Claim.class, thrown);
  }

  /** The ends of the next group that has some, or the next alone, are written, not answered. */
  void failNextEnds(Throwable thrown) {
    failNext(Write.Ending.class, thrown);
  }

  private void failNext(Class<? extends Write.Groupable> kind, Throwable thrown) {
    failing = kind;
    failures.add(thrown);
  }

  List<List<Write.Groupable>> all() {
    return written;
  }

  List<Integer> sizes() {
    return written.stream().map(List::size).toList();
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
  public int requestsAtOnce() {
    return writer.requestsAtOnce();
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    written.add(writes);
    Optional<Throwable> failure =
        writes.stream().anyMatch(failing::isInstance) ? nextFailure() : Optional.empty();
    // Others may be in the same group, on a busy machine: theirs are answered.
    writer.write(
        writes,
        (index, result) -> {
          boolean isLost = failure.isPresent() && failing.isInstance(writes.get(index));
          answer(index, result, isLost ? ignored() : answers);
        });
    failure.ifPresent(Groups::raise);
  }

  @Override
  public WriteResult write(Write write) {
    Optional<Throwable> failure =
        write instanceof Write.Complete && failing == Write.Ending.class
            ? nextFailure()
            : Optional.empty();
    WriteResult written = super.write(write);
    failure.ifPresent(Groups::raise);
    return written;
  }

  /** Taken by one alone: a group and a lane on its own may write at the same moment. */
  private Optional<Throwable> nextFailure() {
    return Optional.ofNullable(failures.poll());
  }

  private void answer(int index, Optional<WriteResult> result, Answers answers) {
    try {
      answering.answer(index, result, answers);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Answers ignored() {
    return (index, result) -> {};
  }

  private static void raise(Throwable thrown) {
    throw Groups.<RuntimeException>sneaky(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
