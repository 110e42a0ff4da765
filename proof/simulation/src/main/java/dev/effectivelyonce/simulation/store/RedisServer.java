package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.redis.Commands;
import dev.effectivelyonce.redis.RedisStore;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.RedisHashes.Scripts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A primary of Redis with a replica, which the real store reaches by its commands. At a failover
 * the replica is promoted. Some processes reach the old primary for a while: it refuses all, or,
 * where answered writes may be forgotten, goes on as if nothing had happened. What only the old one
 * has is lost.
 */
final class RedisServer {
  /** A key as it was before a write. */
  private record Change(String key, Optional<RedisHashes.Hash> before, Instant at) {}

  private static final String KEY = "eo:{";
  private static final String REFUSED = "READONLY You can't write against a read only replica.";

  private static final Duration[] BEHIND = {
    Duration.ofMillis(1), Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(10)
  };
  private static final Duration[] OLD_GOES_ON = {
    Duration.ZERO, Duration.ofMillis(300), Duration.ofSeconds(3), Duration.ofSeconds(20)
  };

  private final Table table;
  private final Records judged;
  private final Faults faults;
  private final Counts counts;
  private final Durability durability;
  private final Deque<Change> unreplicated = new ArrayDeque<>();
  private final Map<SimulatedProcess, Boolean> reachesOld = new HashMap<>();
  private RedisHashes primary;
  private Optional<RedisHashes> old = Optional.empty();
  private Instant oldUntil = Instant.MIN;
  private int failovers;

  RedisServer(Table table, StoreModel model, Records judged, Faults faults, Counts counts) {
    this.table = table;
    this.judged = judged;
    this.faults = faults;
    this.counts = counts;
    this.durability = model == StoreModel.REDIS_ASYNC ? Durability.ASYNC : Durability.SYNC;
    this.primary = new RedisHashes(table::now, Map.of());
  }

  /** The store as someone has it who is at the server. */
  IdempotencyStore truth() {
    return store(
        new Scripts(calls -> calls.stream().map(call -> answered(call, Map.of())).toList()));
  }

  /** The store as a process reaches it, to ask these. */
  IdempotencyStore reachedBy(SimulatedStore way, List<Asked> writes) {
    return store(new Scripts(calls -> reached(way, writes, calls)));
  }

  private RedisStore store(Commands commands) {
    // The simulated server evicts nothing, and no history may depend on how long it takes.
    return RedisStore.builder(commands)
        .durability(durability)
        .checkEvery(Duration.ofDays(1))
        .build();
  }

  /** Deletes a record, as no write of the protocol does. */
  void delete(RecordId id) {
    unreplicated.push(change(key(id)));
    primary.delete(key(id));
  }

  private Change change(String key) {
    return new Change(key, primary.hash(key), table.now());
  }

  /** What a request comes to where it arrives. */
  private List<Commands.Answer> arrived(
      SimulatedProcess from, List<Commands.Call> calls, Map<String, Asked> writes) {
    if (faults.happens(Fault.FAILOVER)) {
      failOver();
    }
    boolean isOld =
        old.isPresent()
            && !faults.isCalm()
            && table.now().isBefore(oldUntil)
            && reachesOld.computeIfAbsent(from, ignored -> faults.pick(2) == 1);
    if (isOld && durability == Durability.SYNC) {
      counts.add("failover: refused by the old primary", calls.size());
      return calls.stream()
          .<Commands.Answer>map(it -> new Commands.Answer.Refusal(REFUSED))
          .toList();
    }
    return calls.stream()
        .map(call -> isOld ? answeredByOld(call, writes) : answered(call, writes))
        .toList();
  }

  private Commands.Answer answered(Commands.Call call, Map<String, Asked> writes) {
    Change change = change(call.keys().getFirst());
    return judged(primary, call, writes, () -> unreplicated.push(change));
  }

  /** What changes there is lost already. */
  private Commands.Answer answeredByOld(Commands.Call call, Map<String, Asked> writes) {
    return judged(old.orElseThrow(), call, writes, () -> forgets(call.keys().getFirst()));
  }

  private Commands.Answer judged(
      RedisHashes side, Commands.Call call, Map<String, Asked> writes, Runnable changes) {
    String key = call.keys().getFirst();
    if (side.endsNow(key)) {
      judged.deleted(id(key));
    }
    Optional<Asked> write = Optional.ofNullable(writes.get(key));
    Optional<IdempotencyRecord> before = write.flatMap(it -> on(side, it));
    Commands.Answer answer = side.run(call);
    boolean isWritten =
        answer instanceof Commands.Answer.Reply(List<String> reply)
            && !reply.isEmpty()
            && reply.getFirst().equals("written");
    if (isWritten) {
      changes.run();
    }
    write.ifPresent(it -> table.carriedOut(it, before, on(side, it), isWritten));
    return answer;
  }

  private Optional<IdempotencyRecord> on(RedisHashes side, Asked write) {
    try {
      return store(side.commands()).find(write.id());
    } catch (StoreException e) {
      throw new IllegalStateException(write + " meets what is no record", e);
    }
  }

  private void failOver() {
    failovers++;
    RedisHashes before = primary;
    primary = before.copy();
    if (durability == Durability.ASYNC) {
      Instant replicated = table.now().minus(faults.pick(BEHIND));
      while (!unreplicated.isEmpty() && unreplicated.peek().at().isAfter(replicated)) {
        Change last = unreplicated.pop();
        primary.put(last.key(), last.before());
        forgets(last.key());
      }
    }
    unreplicated.clear();
    reachesOld.clear();
    old = Optional.of(before);
    oldUntil = table.now().plus(faults.pick(OLD_GOES_ON));
  }

  private void forgets(String key) {
    counts.add("failover: write forgotten", 1);
    judged.forgotten(id(key), failovers);
  }

  private static String key(RecordId id) {
    return KEY + id.value() + "}";
  }

  private static RecordId id(String key) {
    return new RecordId(key.substring(KEY.length(), key.length() - 1));
  }

  /** The commands of a process reach the server, which is not asked what it is. */
  private List<Commands.Answer> reached(
      SimulatedStore way, List<Asked> writes, List<Commands.Call> calls) {
    if (RedisHashes.isProbe(calls.getFirst())) {
      return calls.stream().map(primary::run).toList();
    }
    // A look before a write is none.
    boolean isLook = calls.getFirst().arguments().isEmpty();
    Words words =
        isLook
            ? Words.of("FIND", calls.getFirst().keys().getFirst())
            : Words.of("WRITE", writes.stream().map(table::words).toList());
    Map<String, Asked> byKey =
        (isLook ? List.<Asked>of() : writes)
            .stream().collect(Collectors.toMap(it -> key(it.id()), it -> it));
    return way.call(words, () -> arrived(way.process(), calls, byKey));
  }
}
