package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.Workplace;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import java.util.List;
import java.util.Optional;

/** Reads records. */
public final class Records {
  private static final String NO_STALE =
      "Stale claims without steps are listed only where the function has"
          + " EFFECTIVELY_ONCE_LISTING=OPEN.";

  private static final String BY_DEAD_LETTERS =
      " Find the others through their dead letters: inspect --dead-letters.";

  private final Workplace workplace;

  /** The records of a workplace. */
  public Records(Workplace workplace) {
    this.workplace = workplace;
  }

  /** Returns a record as it is now. */
  public RecordView view(Address address) {
    return view(address, workplace.store(address.consumer()).find(address.id()));
  }

  /** Returns those of a consumer's listed records that the filter includes. */
  public RecordTable list(ConsumerEntry consumer, RecordFilter wanted, int limit) {
    List<RecordView> found =
        workplace
            .listing(consumer)
            .listed(new ConsumerName(consumer.name()))
            .filter(record -> wanted.includes(record, State.of(record, workplace.now())))
            .limit(limit)
            .map(record -> view(Address.of(consumer, record.id()), Optional.of(record)))
            .toList();
    boolean isBlind = wanted.seeksStale() && consumer.listing() == Listing.DOUBTFUL;
    String blind = consumer.isApi() ? NO_STALE : NO_STALE + BY_DEAD_LETTERS;
    return new RecordTable(wanted, found, limit, isBlind ? blind : "");
  }

  /** Returns a record as it was read. */
  public RecordView view(Address address, Optional<IdempotencyRecord> record) {
    State state = State.of(record, workplace.now());
    boolean isOtherPayload = state != State.EXPIRED && address.isContradicted(record);
    return new RecordView(
        address,
        state,
        record,
        isOtherPayload,
        isOtherPayload ? Advice.onContradiction() : advice(state, address, record));
  }

  private static Advice advice(State state, Address address, Optional<IdempotencyRecord> record) {
    if (state == State.FAILED && record.filter(IdempotencyRecord::isUndone).isPresent()) {
      return Advice.onUndone();
    }
    return record
        .filter(it -> state == State.HELD)
        .flatMap(Records::stepInDoubt)
        .map(step -> Advice.onStep(step, address))
        .orElseGet(() -> Advice.on(state, address));
  }

  private static Optional<Step> stepInDoubt(IdempotencyRecord record) {
    return record.steps().stream().filter(it -> it.state() == Step.State.INTENT).findFirst();
  }
}
