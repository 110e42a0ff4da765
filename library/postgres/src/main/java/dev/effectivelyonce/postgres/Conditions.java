package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Guard;
import java.time.Instant;

/** Maps each guard to a condition on the row of its record. */
final class Conditions {
  private static final String EXISTING = "effectively_once_record.";

  private Conditions() {}

  static Sql of(Guard guard) {
    return switch (guard) {
      case Guard.Absent(Instant now) ->
          Sql.of(EXISTING + "kept_until_s <= ?", Column.KEPT_UNTIL_S.value(now.getEpochSecond()));
      case Guard.HeldBy(AttemptId owner) -> ownerAndStatus(owner, Status.INPROGRESS);
      case Guard.HeldUntil(AttemptId owner, Instant latest) ->
          of(new Guard.HeldBy(owner))
              .and("lease_ms <= ?", Column.LEASE_MS.value(latest.toEpochMilli()));
      case Guard.AsSeen(IdempotencyRecord seen) ->
          sameAttempt(seen).and("lease_ms = ?", Column.LEASE_MS.value(seen));
      case Guard.AtRest(IdempotencyRecord seen, Instant now) ->
          sameAttempt(seen)
              .and(
                  "(status <> ? OR lease_ms <= ?)",
                  Column.STATUS.value(Status.INPROGRESS.name()),
                  Column.LEASE_MS.value(now.toEpochMilli()));
      case Guard.NotNotedSince(Guard other, IdempotencyRecord seen, String step) ->
          of(other).then(stepAsIn(seen, step));
    };
  }

  /**
   * Returns that a record is the one that was seen, in all that decides what a write leaves. Then
   * the writer knows the record after the write without reading it.
   */
  static Sql asSeen(IdempotencyRecord seen) {
    return Sql.joined(
        "",
        Column.COMPARED.stream()
            .map(
                column ->
                    Sql.of(" AND " + column.sql() + " IS NOT DISTINCT FROM ?", column.value(seen)))
            .toList());
  }

  private static Sql sameAttempt(IdempotencyRecord seen) {
    return ownerAndStatus(seen.owner(), seen.status());
  }

  private static Sql ownerAndStatus(AttemptId owner, Status status) {
    return Sql.of(
        "owner = ? AND status = ?",
        Column.OWNER.value(owner.value()),
        Column.STATUS.value(status.name()));
  }

  private static Sql stepAsIn(IdempotencyRecord seen, String step) {
    return seen.step(step)
        .map(
            noted ->
                Sql.of(
                    " AND starts_with(steps ->> ?, ?)",
                    Sql.Value.of(step),
                    Sql.Value.of(StepText.noted(noted))))
        .orElseGet(() -> Sql.of(" AND steps ->> ? IS NULL", Sql.Value.of(step)));
  }
}
