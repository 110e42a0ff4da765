package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.check.JudgedWrite;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/** The one table of a history, which every process reaches over the network. */
public final class Table {
  private static final Duration MARGIN = Duration.ofSeconds(2);
  private static final Duration TOKENS_REMEMBERED = Duration.ofMinutes(10);

  private static final Map<Verb, String> WRITTEN = named("written ");
  private static final Map<Verb, String> REFUSED = named("refused ");

  private final InMemoryStore kept = new InMemoryStore();
  private final IdempotencyStore records;
  private final Optional<RedisServer> server;
  private final CommittedEffects effects = new CommittedEffects();
  private final Records judged;
  private final Network network;
  private final Plan plan;
  private final Faults faults;
  private final Counts counts;
  private final Map<RecordId, String> names = new HashMap<>();
  private final Map<String, Instant> remembered = new HashMap<>();
  private Instant away = Instant.MIN;
  private boolean isOperated;

  /**
   * @param records how processes reach what is kept
   */
  public Table(
      Function<InMemoryStore, IdempotencyStore> records,
      Records judged,
      Network network,
      Plan plan,
      Counts counts) {
    this.judged = judged;
    this.network = network;
    this.plan = plan;
    this.faults = network.faults();
    this.counts = counts;
    this.server =
        plan.store().isRedis()
            ? Optional.of(new RedisServer(this, plan.store(), judged, faults, counts))
            : Optional.empty();
    this.records = server.map(RedisServer::truth).orElseGet(() -> records.apply(kept));
  }

  private static Map<Verb, String> named(String prefix) {
    return Arrays.stream(Verb.values())
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
    return network.scheduler().now();
  }

  /** From now on an operator forgets records now and then, at the worst moment. */
  public void operated() {
    isOperated = true;
  }

  /** As DynamoDB does it: at some time after its retention, or never. */
  private void deleteByTtl(RecordId id) {
    records
        .find(id)
        .filter(
            it -> server.isEmpty() && it.isExpired(now()) && faults.happens(Fault.RECORD_DELETED))
        .ifPresent(it -> delete(id));
  }

  /** Deletes it, as no write of the protocol does. */
  void delete(RecordId id) {
    server.ifPresentOrElse(it -> it.delete(id), () -> kept.delete(id));
    judged.deleted(id);
  }

  Optional<IdempotencyRecord> find(RecordId id) {
    deleteByTtl(id);
    return records.find(id);
  }

  /** A write of its own: empty if a transaction on the record is in its way. */
  Optional<WriteResult> writeAlone(Write write) {
    return happens(Fault.WRITE_CONFLICTS) ? Optional.empty() : Optional.of(write(write));
  }

  /** Carries a transaction out, unless one with its token has happened. */
  List<CancellationReason> once(String token, Supplier<List<CancellationReason>> transaction) {
    if (now().isBefore(remembered.getOrDefault(token, Instant.MIN))) {
      return List.of();
    }
    List<CancellationReason> reasons = transaction.get();
    if (reasons.isEmpty()) {
      remembered.put(token, now().plus(TOKENS_REMEMBERED));
    }
    return reasons;
  }

  /** Nothing reaches it until then. */
  public void awayUntil(Instant end) {
    away = end;
  }

  boolean isAway() {
    return now().isBefore(away);
  }

  /** A write in the trace. */
  Words words(Write write) {
    return words(Asked.of(write));
  }

  Words words(Asked asked) {
    return Words.of(asked.verb(), name(asked.id()), "by", asked.by());
  }

  /** Carries a write out, and has it judged. */
  WriteResult write(Write write) {
    deleteByTtl(write.id());
    Optional<IdempotencyRecord> before = records.find(write.id());
    WriteResult result = records.write(write);
    carriedOut(
        Asked.of(write), before, records.find(write.id()), result instanceof WriteResult.Written);
    return result;
  }

  /** A write was carried out, or refused: has it judged. */
  void carriedOut(
      Asked asked,
      Optional<IdempotencyRecord> before,
      Optional<IdempotencyRecord> after,
      boolean isWritten) {
    counts.add((isWritten ? WRITTEN : REFUSED).getOrDefault(asked.verb(), ""), 1);
    judged.written(new JudgedWrite(asked.verb(), asked.id(), asked.by(), before, after));
  }

  /** The store as a process reaches it, to write these; empty: DynamoDB. */
  Optional<IdempotencyStore> reachedBy(SimulatedStore way, List<Asked> asked) {
    return server.map(it -> it.reachedBy(way, asked));
  }

  /** The decision that the engine is about to make, for the counts: it is a pure function. */
  void decidedOn(Optional<IdempotencyRecord> found, Claim claim, Instant local) {
    Decision decision = Decision.decide(found, claim, local, plan.policy());
    counts.add("decided " + decision.getClass().getSimpleName(), 1);
    switch (decision) {
      case Decision.TakeOver(IdempotencyRecord seen) -> takesOver(seen);
      case Decision.Hold(IdempotencyRecord seen) -> renew(seen);
      default -> {
        // Nothing is about to change what was found.
      }
    }
  }

  private void takesOver(IdempotencyRecord seen) {
    if (isOperated && faults.happens(Fault.FORGOTTEN_MEANWHILE)) {
      write(new Write.Forget(seen, now()));
    } else if (mayBeDeleted(seen) && faults.happens(Fault.DELETED_MEANWHILE)) {
      delete(seen.id());
    } else {
      renew(seen);
    }
  }

  /** By a person, who looks before. */
  private boolean mayBeDeleted(IdempotencyRecord seen) {
    return isOperated
        && faults.rulesOut(Fault.REQUEST_LATE)
        && new Guard.AtRest(seen, now()).holds(records.find(seen.id()));
  }

  /** A heartbeat's renewal that was late on its way arrives just now; its answer never does. */
  private void renew(IdempotencyRecord seen) {
    if (judged.isRunning(seen.id(), seen.owner())
        && plan.heartbeat().isPresent()
        && faults.happens(Fault.RENEWED_MEANWHILE)) {
      Instant later = now().plus(plan.heartbeat().orElseThrow()).plus(MARGIN);
      WriteTimestamp stamp = new WriteTimestamp(now(), seen.stamp().keptUntil());
      write(new Write.Renew(seen, later, stamp));
    }
  }

  /** Carries a commit out, and has its record and then its effects judged. */
  CommitResult commit(Commit.Recorded commit) {
    RecordId id = commit.id();
    deleteByTtl(id);
    Optional<IdempotencyRecord> before = records.find(id);
    CommitResult result = records.transactions().orElseThrow().commit(commit);
    counts.add(
        (result instanceof CommitResult.Committed ? "written " : "refused ") + Verb.COMMIT, 1);
    JudgedWrite write =
        new JudgedWrite(Verb.COMMIT, id, commit.attempt(), before, records.find(id));
    judged.written(write);
    effects.happen();
    judged.carriedOut(write);
    return result;
  }

  /** What handlers commit. */
  public CommittedEffects effects() {
    return effects;
  }

  boolean happens(Fault fault) {
    return faults.happens(fault);
  }

  int pick(int bound) {
    return faults.pick(bound);
  }
}
