package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.Network.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store as a process reaches it, over the network. */
public record SimulatedStore(SimulatedProcess process, Table table, Optional<Instant> deadline)
    implements IdempotencyStore {
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(1500);

  /** The table as the process reaches it. */
  public SimulatedStore(SimulatedProcess process, Table table) {
    this(process, table, Optional.empty());
  }

  @Override
  public IdempotencyStore withDeadline(Instant end) {
    return new SimulatedStore(process, table, Optional.of(end));
  }

  @Override
  public WriteResult write(Write write) {
    if (write instanceof Write.Renew && table.happens(Fault.RENEWAL_LOST)) {
      throw new StoreException(
          StoreException.Kind.UNREACHABLE, "A renewal was lost", "Simulated", null);
    }
    Words what = table.words(write);
    Optional<IdempotencyStore> server = table.reachedBy(this, List.of(Asked.of(write)));
    return decidedOn(
        write,
        server.isPresent()
            ? server.get().write(write)
            : call(what, () -> table.writeAlone(write)).orElseThrow(() -> conflict(what)));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    Optional<IdempotencyStore> server = table.reachedBy(this, List.of());
    return server.isPresent()
        ? server.get().find(id)
        : call(Words.of("FIND", table.name(id)), () -> table.find(id));
  }

  @Override
  public Durability durability() {
    return table.records().durability();
  }

  @Override
  public Optional<GroupWriter> groups() {
    Optional<IdempotencyStore> server = table.reachedBy(this, List.of());
    return server.orElseGet(this::dynamoDb).groups().map(groups -> new Decided(this, groups));
  }

  @Override
  public Optional<Transactions> transactions() {
    return table.reachedBy(this, List.of()).orElseGet(this::dynamoDb).transactions();
  }

  /** The real store, of which each request takes this way; what ends by when is known here. */
  private DynamoDbStore dynamoDb() {
    return new DynamoDbStore(new RecordsClient(this, table), RecordsClient.TABLE);
  }

  /** Groups whose refused claims are counted by what is decided on them. */
  private record Decided(SimulatedStore store, GroupWriter groups) implements GroupWriter {
    @Override
    public int limit() {
      return groups.limit();
    }

    @Override
    public int maxConcurrentRequests() {
      return groups.maxConcurrentRequests();
    }

    @Override
    public void write(List<Write.Groupable> writes, Answers answers) {
      store
          .table
          .reachedBy(store, Asked.of(writes))
          .flatMap(IdempotencyStore::groups)
          .orElse(groups)
          .write(
              writes,
              (i, answer) ->
                  answers.answer(i, answer.map(it -> store.decidedOn(writes.get(i), it))));
    }
  }

  private WriteResult decidedOn(Write write, WriteResult answer) {
    if (answer instanceof WriteResult.Refused(Optional<IdempotencyRecord> found)) {
      switch (write) {
        case Write.Claim(Claim claim) -> table.decidedOn(found, claim, process.clock().instant());
        case Write.TakeOver(var seen, Claim claim) ->
            table.decidedOn(found, claim, process.clock().instant());
        default -> {
          // What else is refused needs no decision.
        }
      }
    }
    return answer;
  }

  private static StoreException conflict(Words what) {
    return new StoreException(
        StoreException.Kind.THROTTLED, what + " met a transaction", "Simulated", null);
  }

  <T> T call(Words what, Supplier<T> carriedOut) {
    if (table.isAway()) {
      throw new StoreException(
          StoreException.Kind.UNREACHABLE, what + " met an outage", "Simulated", null);
    }
    try {
      return table.network().call(new Call<>(process, what, giveUpAt(), carriedOut));
    } catch (Network.Unanswered e) {
      throw new StoreException(kind(e.fault()), what + " came to nothing", "Simulated", e);
    }
  }

  /** The deadline is told by the process's own clock. */
  private Instant giveUpAt() {
    Instant local = process.clock().instant();
    Duration left =
        deadline
            .map(end -> Duration.between(local, end))
            .filter(Duration::isPositive)
            .filter(time -> time.compareTo(CALL_TIMEOUT) < 0)
            .orElse(CALL_TIMEOUT);
    return table.now().plus(left);
  }

  private static StoreException.Kind kind(Fault fault) {
    return switch (fault) {
      case THROTTLED -> StoreException.Kind.THROTTLED;
      case DENIED -> StoreException.Kind.DENIED;
      default -> StoreException.Kind.UNREACHABLE;
    };
  }
}
