package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.check.Write;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Plan;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The one table of a history, which every process reaches over the network. */
public final class Table {
  private final IdempotencyStore records;
  private final Records judged;
  private final Network network;
  private final Plan plan;
  private final Counts counts;
  private final Supplier<Instant> now;
  private final Map<RecordId, String> names = new HashMap<>();

  /**
   * @param records where the records truly are
   * @param now the true time
   */
  public Table(
      IdempotencyStore records,
      Records judged,
      Network network,
      Plan plan,
      Counts counts,
      Supplier<Instant> now) {
    this.records = records;
    this.judged = judged;
    this.network = network;
    this.plan = plan;
    this.counts = counts;
    this.now = now;
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

  void written(Write write, WriteResult result) {
    boolean isRefused = result instanceof WriteResult.Refused;
    counts.add((isRefused ? "refused " : "written ") + write.verb(), 1);
    judged.written(write);
  }

  /** The decision that the engine is about to make, for the counts: it is a pure function. */
  void decidedOn(Optional<IdempotencyRecord> found, Claim claim, Instant local) {
    Decision decision = Decision.decide(found, claim, local, plan.policy());
    counts.add("decided " + decision.getClass().getSimpleName(), 1);
  }
}
