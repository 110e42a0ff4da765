package dev.effectivelyonce.core.record;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An entry about an operator's change of a record. It contains neither the business key nor a
 * result. Its texts are those of the release that wrote it, so that any release can show them.
 *
 * @param id the unique id, so that a write that is sent again with its entry leaves only one
 * @param at the time of the change, in whole milliseconds
 * @param actor the person or tool that made the change; cut as an {@link ErrorSummary} is
 * @param reason the reason in the actor's words; cut in the same way
 * @param action the name of the write
 * @param before the parts of the record before the change, by name
 * @param after the parts that the change wrote, by name
 */
public record TrailEntry(
    String id,
    Instant at,
    String actor,
    Optional<String> reason,
    String action,
    Map<String, String> before,
    Map<String, String> after) {
  /** The name of the part with the state of the record. */
  public static final String STATUS = "status";

  /**
   * The name of the part with the reason why the last attempt did not complete, which may be
   * personal.
   */
  public static final String ERROR = "error";

  /** Cuts the texts, rounds the time and sorts the parts. */
  public TrailEntry {
    at = at.truncatedTo(ChronoUnit.MILLIS);
    actor = new ErrorSummary(actor).text();
    reason = reason.map(text -> new ErrorSummary(text).text());
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    after = Collections.unmodifiableSortedMap(new TreeMap<>(after));
  }

  /**
   * Returns the entry of a change.
   *
   * @param after the record after the change
   */
  public static TrailEntry of(
      String id,
      Instant at,
      String actor,
      Optional<String> reason,
      String action,
      IdempotencyRecord before,
      IdempotencyRecord after) {
    SortedMap<String, String> was = parts(before);
    SortedMap<String, String> changed = parts(after);
    changed.entrySet().removeAll(was.entrySet());
    return new TrailEntry(id, at, actor, reason, action, was, changed);
  }

  /** Returns the entry without data that may be personal. */
  public TrailEntry erased() {
    return new TrailEntry(id, at, actor, reason, action, erased(before), erased(after));
  }

  private static Map<String, String> erased(Map<String, String> parts) {
    Map<String, String> left = new TreeMap<>(parts);
    left.remove(ERROR);
    return left;
  }

  private static SortedMap<String, String> parts(IdempotencyRecord record) {
    SortedMap<String, String> parts = new TreeMap<>();
    parts.put(STATUS, record.status().name());
    parts.put("attempt", Integer.toString(record.attempt()));
    parts.put("owner", record.owner().value());
    parts.put("leaseUntil", record.leaseUntil().toString());
    parts.put("updatedAt", record.stamp().at().toString());
    parts.put("keptUntil", record.stamp().keptUntil().toString());
    record.fingerprint().ifPresent(it -> parts.put("fingerprint", it.value()));
    record.generation().ifPresent(it -> parts.put("generation", it.value()));
    record.claimant().function().ifPresent(it -> parts.put("function", it));
    record.error().ifPresent(it -> parts.put(ERROR, it.text()));
    record
        .steps()
        .forEach(it -> parts.put("step " + it.name(), it.state() + ", attempt " + it.attempt()));
    if (record.isAcknowledged()) {
      parts.put("acknowledged", "true");
    }
    return parts;
  }
}
