package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.simulation.check.JudgedWrite;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** The one table of a history, which every process reaches over the network. */
public final class Table {
  private static final Duration TOKENS_REMEMBERED = Duration.ofMinutes(10);
  private static final String EFFECTS = "effects";

  private static final Map<Verb, String> WRITTEN = named("written ");
  private static final Map<Verb, String> REFUSED = named("refused ");

  private final InMemoryStore kept = new InMemoryStore();
  private final IdempotencyStore records;
  private final Optional<RedisServer> redis;
  private final Optional<PostgresServer> postgres;
  private final Meanwhile meanwhile;
  private final Records judged;
  private final Network network;
  private final Faults faults;
  private final Counts counts;
  private final Supplier<Instant> now;
  private final Map<RecordId, String> names = new HashMap<>();
  private final List<Runnable> judgements = new ArrayList<>();
  private final List<Runnable> happened = new ArrayList<>();
  private final Map<String, Instant> remembered = new HashMap<>();
  private Instant away = Instant.MIN;

  /**
   * @param records how processes reach what is kept
   * @param now the true time
   */
  public Table(
      Function<InMemoryStore, IdempotencyStore> records,
      Records judged,
      Network network,
      Plan plan,
      Faults faults,
      Counts counts,
      Supplier<Instant> now) {
    this.judged = judged;
    this.network = network;
    this.faults = faults;
    this.counts = counts;
    this.now = now;
    this.redis =
        plan.store().isRedis()
            ? Optional.of(new RedisServer(this, plan.store(), judged, faults, counts))
            : Optional.empty();
    this.postgres =
        plan.store() == StoreModel.POSTGRESQL
            ? Optional.of(new PostgresServer(this, network.scheduler(), faults))
            : Optional.empty();
    this.records =
        redis
            .map(RedisServer::truth)
            .or(() -> postgres.map(PostgresServer::truth))
            .orElseGet(() -> records.apply(kept));
    this.meanwhile = new Meanwhile(this, judged, plan, faults, counts);
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
    return now.get();
  }

  /** From now on an operator forgets records now and then, at the worst moment. */
  public void operated() {
    meanwhile.operated();
  }

  /** As DynamoDB does it: at some time after its retention, or never. */
  private void deleteByTtl(RecordId id) {
    records
        .find(id)
        .filter(
            it -> redis.isEmpty() && it.isExpired(now()) && faults.happens(Fault.RECORD_DELETED))
        .ifPresent(it -> delete(id));
  }

  /** Deletes it, as no write of the protocol does. */
  void delete(RecordId id) {
    redis.ifPresent(server -> server.delete(id));
    postgres.ifPresent(server -> server.delete(id));
    kept.delete(id);
    judged.deleted(id);
  }

  Optional<IdempotencyRecord> find(RecordId id) {
    deleteByTtl(id);
    return records.find(id);
  }

  /** Whether a renewal does not arrive in its time. */
  boolean losesRenewal() {
    return faults.happens(Fault.RENEWAL_LOST);
  }

  /** Whether DynamoDB leaves one of many keys unread. */
  boolean leavesUnread() {
    return faults.happens(Fault.KEY_UNREAD);
  }

  /** A write of its own: empty if a transaction on the record is in its way. */
  Optional<WriteResult> writeAlone(Write write) {
    return conflicts() ? Optional.empty() : Optional.of(write(write));
  }

  /** Whether a transaction is in the way of a request for one record. */
  boolean conflicts() {
    return faults.happens(Fault.WRITE_CONFLICTS);
  }

  /** Whether a request for several records is refused as a whole. */
  boolean refusesGroup() {
    return faults.happens(Fault.GROUP_REFUSED);
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

  /** A transaction was carried out: has its record and then its effects judged. */
  void committed(
      Asked asked,
      Optional<IdempotencyRecord> before,
      Optional<IdempotencyRecord> after,
      List<Integer> effects) {
    carriedOut(asked, before, after, true);
    effects.forEach(number -> judgements.get(number).run());
    if (asked.verb() == Verb.COMMIT) {
      judged.carriedOut(new JudgedWrite(asked.verb(), asked.id(), asked.by(), before, after));
    }
  }

  /** A transaction has happened, and its process does not know. */
  void notHeardOf() {
    counts.add("postgres: COMMIT not heard of", 1);
  }

  /** One waits for a row that another has changed. */
  void waits() {
    counts.add("postgres: waited for a row", 1);
  }

  /** The store as a process reaches it, to write these; empty: DynamoDB. */
  Optional<IdempotencyStore> reachedBy(SimulatedStore way, List<Asked> asked) {
    return redis
        .map(server -> server.reachedBy(way, asked))
        .or(() -> postgres.map(server -> server.reachedBy(way, asked)));
  }

  boolean hasPostgres() {
    return postgres.isPresent();
  }

  Meanwhile meanwhile() {
    return meanwhile;
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
    happened.forEach(Runnable::run);
    happened.clear();
    judged.carriedOut(write);
    return result;
  }

  /**
   * The commit of an effect and a value, which a transaction of PostgreSQL draws.
   *
   * @param judgement of the effect, when its record has been judged
   * @param value by what is drawn
   */
  public HandlerResult commits(Runnable judgement, Function<String, Object> value) {
    judgements.add(judgement);
    int number = judgements.size() - 1;
    return postgres.isPresent()
        ? HandlerResult.commit(
            SqlWork.statement(PostgresSession.EFFECT, number)
                .expecting(1)
                .then(SqlWork.of(drawing -> value.apply(" as " + postgres.get().next()))))
        : HandlerResult.commit(
            effects(AttributeValue.fromN(Integer.toString(number))), value.apply(""));
  }

  private static UnitOfWork effects(AttributeValue number) {
    return UnitOfWork.empty().put(put -> put.tableName(EFFECTS).item(Map.of("id", number)));
  }

  /** The same, when their items arrive. */
  InMemoryEffects effects(List<Put> items) {
    return new InMemoryEffects(
        items.stream()
            .map(put -> Integer.parseInt(Objects.requireNonNull(put.item().get("id")).n()))
            .flatMap(
                number ->
                    InMemoryEffects.of(() -> happened.add(judgements.get(number)))
                        .effects()
                        .stream())
            .toList());
  }

  /** Whether a statement fails that others of its group do not fail with. */
  boolean statementFails() {
    return faults.happens(Fault.STATEMENT_FAILS);
  }

  int pick(int bound) {
    return faults.pick(bound);
  }
}
