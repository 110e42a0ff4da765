package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.BulkResult.End;
import dev.effectivelyonce.operations.record.BulkResult.Left;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Does to many records what an operator has decided: to those that a preview found, each only if it
 * is still as it was then. What was done is done, so that a run that ended early is begun again.
 */
public final class BulkInterventions {
  private static final int SAMPLE = 5;

  private final OperatorContext context;
  private final ScanPace pace;
  private final Records records;
  private final Interventions interventions;

  /**
   * Interventions at a context.
   *
   * @param reason why, for each record's trail
   * @param pace of reading the table, for records that no index lists
   */
  public BulkInterventions(OperatorContext context, String reason, ScanPace pace) {
    this.context = context;
    this.pace = pace;
    this.records = new Records(context);
    this.interventions = new Interventions(context, Optional.of(reason));
  }

  /**
   * Returns what a selection comes to; nothing is changed.
   *
   * @throws OperationException if the thread is interrupted on the way
   */
  public BulkPreview preview(Selection selection, BulkListener listener) {
    List<RecordView> sample = new ArrayList<>();
    Counter counter = new Counter(listener);
    Map<RecordId, Instant> found = new HashMap<>();
    FirstTime asOf = new FirstTime(context::now);
    Optional<IdempotencyRecord> last;
    try {
      last =
          listed(selection, record -> selection.includes(record, asOf.get()), counter)
              .peek(record -> counter.done())
              .peek(record -> found.put(record.id(), record.stamp().at()))
              .peek(record -> keep(sample, selection, record))
              .reduce((before, record) -> record);
    } catch (EffectivelyOnceException | SdkException e) {
      refuseIfInterrupted();
      throw e;
    }
    refuseIfInterrupted();
    return new BulkPreview(
        selection,
        asOf.get(),
        found,
        sample,
        last.map(record -> view(selection, record)),
        counter.left);
  }

  private static void refuseIfInterrupted() {
    if (Thread.interrupted()) {
      throw OperationException.refused("Interrupted: nothing was changed", "Run it again");
    }
  }

  private void keep(List<RecordView> sample, Selection selection, IdempotencyRecord record) {
    if (sample.size() < SAMPLE) {
      sample.add(view(selection, record));
    }
  }

  /** Does it to each record that was previewed. What stops it on the way is in the result. */
  public BulkResult carryOut(Intervention wanted, BulkPreview preview, BulkListener listener) {
    return carryOut(interventions, wanted, preview, listener);
  }

  /** Returns what {@link #carryOut} would come to; nothing is written. */
  public BulkResult dryRun(Intervention wanted, BulkPreview preview, BulkListener listener) {
    return carryOut(interventions.asDryRun(), wanted, preview, listener);
  }

  private BulkResult carryOut(
      Interventions how, Intervention wanted, BulkPreview preview, BulkListener listener) {
    Selection selection = preview.selection();
    Counter counter = new Counter(listener);
    try {
      listed(selection, preview::covers, counter)
          .forEach(
              record ->
                  toItsEnd(
                      () ->
                          carryOut(
                              record.id(),
                              () -> how.carryOut(wanted, view(selection, record)),
                              counter)));
    } catch (RuntimeException e) {
      return Thread.interrupted()
          ? counter.result(preview, End.INTERRUPTED, Optional.empty())
          : counter.result(preview, End.FAULT, Optional.of(Problem.of(e)));
    }
    End end = preview.isCut() ? End.LIMIT : End.ALL;
    return counter.result(preview, Thread.interrupted() ? End.INTERRUPTED : end, Optional.empty());
  }

  /**
   * Waits for the end of what was begun, whoever interrupts this thread: the SDK gives up the call
   * of an interrupted thread, and nobody would know whether the record was written.
   */
  private static void toItsEnd(Runnable work) {
    try {
      CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task)).join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }

  private static void carryOut(RecordId id, Supplier<Change> work, Counter counter) {
    switch (carriedOut(work)) {
      case Change.Done ignored -> counter.done();
      case Change.Refused refused -> counter.left(Optional.of(id), refused.problem());
    }
  }

  /** What is thrown about one record leaves that one, unless it tells of all. */
  private static Change carriedOut(Supplier<Change> work) {
    try {
      return work.get();
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.UNREADABLE) {
        throw e;
      }
      return new Change.Refused(e.problem(), e.remedy());
    } catch (EffectivelyOnceException | SdkException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return new Change.Refused("Unexpected " + ErrorSummary.of(e), "Look at it by `inspect`");
    }
  }

  private Stream<IdempotencyRecord> listed(
      Selection selection, Predicate<IdempotencyRecord> isMeant, Counter counter) {
    ConsumerEntry consumer = selection.consumer();
    return selection
        .state()
        .sought(consumer.listing())
        .map(status -> sought(status, consumer, isMeant, counter))
        .orElseGet(
            () ->
                context
                    .listing(consumer)
                    .listed(new ConsumerName(consumer.name()), counter::unreadable)
                    .filter(isMeant))
        .takeWhile(record -> !Thread.currentThread().isInterrupted())
        .limit(selection.limit());
  }

  /** The whole table is read first: the oldest may be anywhere in it. */
  private Stream<IdempotencyRecord> sought(
      Status status,
      ConsumerEntry consumer,
      Predicate<IdempotencyRecord> isMeant,
      Counter counter) {
    List<IdempotencyRecord> found = new ArrayList<>();
    new RecordScan(context, consumer, pace)
        .run(status, record -> !isMeant.test(record) || found.add(record), counter::unreadable);
    return found.stream().sorted(Comparator.comparing(record -> record.stamp().at()));
  }

  private RecordView view(Selection selection, IdempotencyRecord record) {
    return records.view(Address.of(selection.consumer(), record.id()), Optional.of(record));
  }

  /** The time of its first use: by then the table has answered, and its time is known. */
  private static final class FirstTime implements Supplier<Instant> {
    private final Supplier<Instant> clock;
    private Optional<Instant> first = Optional.empty();

    FirstTime(Supplier<Instant> clock) {
      this.clock = clock;
    }

    @Override
    public Instant get() {
      Instant time = first.orElseGet(clock);
      first = Optional.of(time);
      return time;
    }
  }

  /** Counts for one run. */
  private static final class Counter {
    private final BulkListener listener;
    private final List<Left> details = new ArrayList<>();
    private int done;
    private int left;

    Counter(BulkListener listener) {
      this.listener = listener;
    }

    void done() {
      done++;
      listener.looked(done, left);
    }

    void unreadable(StoreException fault) {
      left(Optional.empty(), fault.problem());
    }

    void left(Optional<RecordId> record, String problem) {
      left++;
      if (details.size() < BulkResult.DETAILS) {
        details.add(new Left(record, problem));
      }
      listener.looked(done, left);
    }

    BulkResult result(BulkPreview preview, End end, Optional<Problem> problem) {
      return new BulkResult(preview.count(), done, left, List.copyOf(details), end, problem);
    }
  }
}
