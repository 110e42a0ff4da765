package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
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
import dev.effectivelyonce.testkit.StoreVerb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store as a process reaches it, over the network. */
public final class SimulatedStore implements IdempotencyStore {
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(1500);

  private final SimulatedProcess process;
  private final Table table;
  private final Optional<Instant> deadline;

  /** The table as the process reaches it. */
  public SimulatedStore(SimulatedProcess process, Table table) {
    this(process, table, Optional.empty());
  }

  private SimulatedStore(SimulatedProcess process, Table table, Optional<Instant> deadline) {
    this.process = process;
    this.table = table;
    this.deadline = deadline;
  }

  @Override
  public IdempotencyStore endingBy(Instant end) {
    return new SimulatedStore(process, table, Optional.of(end));
  }

  @Override
  public WriteResult claim(Claim claim) {
    return decidedOn(
        claim,
        write(StoreVerb.CLAIM, claim.id(), claim.owner(), () -> table.records().claim(claim)));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return decidedOn(
        claim,
        write(
            StoreVerb.TAKE_OVER,
            seen.id(),
            claim.owner(),
            () -> table.records().takeOver(seen, claim)));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    if (table.losesRenewal()) {
      throw new StoreException(
          StoreException.Kind.UNREACHABLE, "A renewal was lost", "Simulated", null);
    }
    return write(StoreVerb.RENEW, mine, () -> table.records().renew(mine, leaseUntil, stamp));
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return write(StoreVerb.NOTE, mine, () -> table.records().note(mine, step, stamp));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return write(StoreVerb.COMPLETE, mine, () -> table.records().complete(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(StoreVerb.RELEASE, mine, () -> table.records().release(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(StoreVerb.FAIL, mine, () -> table.records().fail(mine, why, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return write(StoreVerb.HOLD, seen, () -> table.records().hold(seen, why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return write(StoreVerb.SETTLE, seen, () -> table.records().settle(seen, decision, stamp));
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return write(StoreVerb.SETTLE_STEP, seen, () -> table.records().settleStep(seen, step, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return write(StoreVerb.ERASE, seen, () -> table.records().erase(seen, now));
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return write(StoreVerb.FORGET, seen, () -> table.records().forget(seen, now));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return call(Words.of("FIND", table.name(id)), () -> table.find(id));
  }

  @Override
  public Optional<GroupWriter> groups() {
    return dynamoDb().groups().map(groups -> new Decided(this, groups));
  }

  @Override
  public Optional<Transactions> transactions() {
    return dynamoDb().transactions();
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
    public void write(List<Write> writes, Answers answers) {
      groups.write(
          writes, (i, answer) -> answers.answer(i, answer.map(it -> decidedOn(writes.get(i), it))));
    }

    private WriteResult decidedOn(Write write, WriteResult answer) {
      return write instanceof Write.Claiming(Claim claim) ? store.decidedOn(claim, answer) : answer;
    }
  }

  private WriteResult write(StoreVerb verb, IdempotencyRecord seen, Supplier<WriteResult> write) {
    return write(verb, seen.id(), seen.owner(), write);
  }

  private WriteResult write(StoreVerb verb, RecordId id, Owner by, Supplier<WriteResult> write) {
    Words what = Words.of(verb, table.name(id), "by", by);
    return call(what, () -> table.writeAlone(verb, id, by, write))
        .orElseThrow(() -> conflict(what));
  }

  private WriteResult decidedOn(Claim claim, WriteResult answer) {
    if (answer instanceof WriteResult.Refused(Optional<IdempotencyRecord> found)) {
      table.decidedOn(found, claim, process.clock().instant());
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
