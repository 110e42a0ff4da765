package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.check.Write;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.StoreVerb;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The one table of a history, which every process reaches over the network. */
public final class Table {
  private static final int GROUP = 25;
  private static final int SMALL_GROUP = 2;

  private static final Map<StoreVerb, String> WRITTEN = named("written ");
  private static final Map<StoreVerb, String> REFUSED = named("refused ");

  private final IdempotencyStore records;
  private final Records judged;
  private final Network network;
  private final Plan plan;
  private final Faults faults;
  private final Counts counts;
  private final Supplier<Instant> now;
  private final Map<RecordId, String> names = new HashMap<>();
  private boolean isOperated;
  private final List<Runnable> happened = new ArrayList<>();
  private Instant away = Instant.MIN;

  /**
   * @param records where the records truly are
   * @param now the true time
   */
  public Table(
      IdempotencyStore records,
      Records judged,
      Network network,
      Plan plan,
      Faults faults,
      Counts counts,
      Supplier<Instant> now) {
    this.records = records;
    this.judged = judged;
    this.network = network;
    this.plan = plan;
    this.faults = faults;
    this.counts = counts;
    this.now = now;
  }

  private static Map<StoreVerb, String> named(String prefix) {
    return Arrays.stream(StoreVerb.values())
        .collect(Collectors.toMap(verb -> verb, verb -> prefix + verb));
  }

  /** The records themselves, reached without a network. */
  public IdempotencyStore records() {
    return records;
  }

  /** How a trace names a record. */
  public void name(RecordId id, String name) {
    names.put(id, name);
  }

  /** Its name in the trace. */
  public String name(RecordId id) {
    return names.getOrDefault(id, id.value());
  }

  Network network() {
    return network;
  }

  Instant now() {
    return now.get();
  }

  /** From now on an operator forgets records now and then, at the worst moment. */
  public void operated() {
    isOperated = true;
  }

  /** As DynamoDB does it: at some time after its retention, or never. */
  private void deleteByTtl(RecordId id) {
    records
        .find(id)
        .filter(it -> it.isExpired(now()) && faults.happens(Fault.RECORD_DELETED))
        .ifPresent(this::forget);
  }

  private void forget(IdempotencyRecord seen) {
    write(StoreVerb.FORGET, seen.id(), seen.owner(), () -> records.forget(seen, now()));
  }

  Optional<IdempotencyRecord> find(RecordId id) {
    deleteByTtl(id);
    return records.find(id);
  }

  /** The same, where DynamoDB may leave some of many keys unread. */
  Optional<IdempotencyRecord> findAmongOthers(RecordId id) {
    return faults.happens(Fault.KEY_UNREAD) ? Optional.empty() : find(id);
  }

  /** A write of its own: empty if a transaction on the record is in its way. */
  Optional<WriteResult> writeAlone(
      StoreVerb verb, RecordId id, Owner by, Supplier<WriteResult> write) {
    return conflicts() ? Optional.empty() : Optional.of(write(verb, id, by, write));
  }

  /** Whether a transaction is in the way of a request for one record. */
  boolean conflicts() {
    return faults.happens(Fault.WRITE_CONFLICTS);
  }

  /** Of DynamoDB's own limit 25 histories know nothing: they are too small. */
  int groupLimit() {
    return faults.isHostile() ? SMALL_GROUP : GROUP;
  }

  /** Nothing reaches it until then. */
  public void awayUntil(Instant end) {
    away = end;
  }

  boolean isAway() {
    return now().isBefore(away);
  }

  /** Carries a write out, and has it judged. */
  WriteResult write(StoreVerb verb, RecordId id, Owner by, Supplier<WriteResult> write) {
    if (verb != StoreVerb.FORGET) {
      deleteByTtl(id);
    }
    Optional<IdempotencyRecord> before = records.find(id);
    WriteResult result = write.get();
    counts.add(
        (result instanceof WriteResult.Refused ? REFUSED : WRITTEN).getOrDefault(verb, ""), 1);
    judged.written(new Write(verb, id, by, before, records.find(id)));
    return result;
  }

  /** Carries a commit out, and has its record and then its effects judged. */
  CommitResult commit(Transactions transactions, Commit commit) {
    RecordId id = id(commit);
    deleteByTtl(id);
    Optional<IdempotencyRecord> before = records.find(id);
    CommitResult result = transactions.commit(commit);
    counts.add(
        (result instanceof CommitResult.Committed ? "written " : "refused ") + StoreVerb.COMMIT, 1);
    Write write = new Write(StoreVerb.COMMIT, id, commit.attempt(), before, records.find(id));
    judged.written(write);
    happened.forEach(Runnable::run);
    happened.clear();
    judged.carriedOut(write);
    return result;
  }

  private static RecordId id(Commit commit) {
    return switch (commit) {
      case Commit.Completing(var completion, var ignored) -> completion.id();
      case Commit.AtOnce(Claim claim, var result, var ignored) -> claim.id();
      case Commit.Unrecorded ignored ->
          throw new IllegalStateException("No consumer of a history only observes");
    };
  }

  /**
   * Effects that a transaction carries out.
   *
   * @param judgement of the effect, when its record has been judged
   */
  public Effects effects(Runnable judgement) {
    return InMemoryEffects.of(() -> happened.add(judgement));
  }

  /** Whether a statement fails that others of its group do not fail with. */
  boolean statementFails() {
    return faults.happens(Fault.STATEMENT_FAILS);
  }

  int pick(int bound) {
    return faults.pick(bound);
  }

  /** The decision that the engine is about to make, for the counts: it is a pure function. */
  void decidedOn(Optional<IdempotencyRecord> found, Claim claim, Instant local) {
    Decision decision = Decision.decide(found, claim, local, plan.policy());
    counts.add("decided " + decision.getClass().getSimpleName(), 1);
    if (decision instanceof Decision.TakeOver(IdempotencyRecord seen)
        && isOperated
        && faults.happens(Fault.FORGOTTEN_MEANWHILE)) {
      forget(seen);
    }
  }
}
