package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads records. */
public record Records(OperatorContext context) {
  private static final String NOT_LISTED =
      "Claims and released records without steps are listed only where the function has"
          + " EFFECTIVELY_ONCE_LISTING=OPEN. Find them by --list=stale and --list=waiting, which"
          + " read the whole table.";

  /** Returns a record as it is now. */
  public RecordView view(Address address) {
    return withTrail(address, context.store(address.consumer()).find(address.id()));
  }

  /** Returns a record as it was read, with its trail as it is now. */
  public RecordView withTrail(Address address, Optional<IdempotencyRecord> record) {
    return view(
        address,
        record,
        context.store(address.consumer()).trail().map(trail -> trail.entries(address.id())));
  }

  /** Returns those of a consumer's listed records that the filter includes. */
  public RecordTable list(ConsumerEntry consumer, RecordFilter wanted, int limit) {
    List<String> unreadable = new ArrayList<>();
    List<RecordView> found =
        context
            .listing(consumer)
            .listed(new ConsumerName(consumer.name()), fault -> unreadable.add(fault.problem()))
            .filter(record -> wanted.includes(record, State.of(record, context.now())))
            .limit(limit)
            .map(record -> view(Address.of(consumer, record.id()), Optional.of(record)))
            .toList();
    boolean isBlind = wanted.needsAll() && consumer.listing() == Listing.FAILED_AND_HELD;
    return new RecordTable(
        wanted, found, limit, List.copyOf(unreadable), isBlind ? NOT_LISTED : "", Optional.empty());
  }

  /**
   * Returns those of a consumer's records that the filter includes, listed or not. What the index
   * does not list is sought in the whole table, at this pace.
   */
  public RecordTable find(ConsumerEntry consumer, RecordFilter wanted, int limit, ScanPace pace) {
    return wanted
        .sought(consumer.listing())
        .map(status -> scan(consumer, wanted, limit, pace, status))
        .orElseGet(() -> list(consumer, wanted, limit));
  }

  private RecordTable scan(
      ConsumerEntry consumer, RecordFilter wanted, int limit, ScanPace pace, Status status) {
    List<String> unreadable = new ArrayList<>();
    List<IdempotencyRecord> found = new ArrayList<>();
    Scanned scanned =
        new RecordScan(context, consumer, pace)
            .run(
                status,
                record -> {
                  if (wanted.includes(record, State.of(record, context.now()))) {
                    found.add(record);
                  }
                  return found.size() < limit;
                },
                fault -> unreadable.add(fault.problem()));
    List<RecordView> views =
        found.stream()
            .sorted(Comparator.comparing(record -> record.stamp().at()))
            .map(record -> view(Address.of(consumer, record.id()), Optional.of(record)))
            .toList();
    return new RecordTable(wanted, views, limit, List.copyOf(unreadable), "", Optional.of(scanned));
  }

  /** Returns a record as it was read, without its trail. */
  public RecordView view(Address address, Optional<IdempotencyRecord> record) {
    return view(address, record, Optional.empty());
  }

  private RecordView view(
      Address address, Optional<IdempotencyRecord> record, Optional<List<TrailEntry>> trail) {
    State state = State.of(record, context.now());
    boolean isOtherPayload = state != State.EXPIRED && address.isContradicted(record);
    return new RecordView(
        address,
        state,
        record,
        isOtherPayload,
        isOtherPayload ? Advice.onContradiction() : advice(state, address, record),
        trail);
  }

  private static Advice advice(State state, Address address, Optional<IdempotencyRecord> record) {
    if (state == State.FAILED && record.filter(it -> !it.isOpen()).isPresent()) {
      return onFailure(address, record.get());
    }
    return record
        .filter(it -> state == State.HELD)
        .flatMap(Records::stepInDoubt)
        .map(step -> Advice.onStep(step, address))
        .orElseGet(() -> Advice.on(state, address));
  }

  private static Advice onFailure(Address address, IdempotencyRecord failed) {
    if (failed.isAcknowledged()) {
      return Advice.onAcknowledged();
    }
    Advice advice = failed.isUndone() ? Advice.onUndone() : Advice.on(State.FAILED, address);
    return advice.orAcknowledge(address.id());
  }

  private static Optional<Step> stepInDoubt(IdempotencyRecord record) {
    return record.steps().stream().filter(it -> it.state() == Step.State.INTENT).findFirst();
  }
}
