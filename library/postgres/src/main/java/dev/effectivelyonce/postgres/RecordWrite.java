package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A write of a record as one statement, made of what the protocol says about it: a guard, and the
 * record after it. No verb is known here.
 *
 * @param known the record as the writer last saw it; empty if it knows of none
 * @param change returns the record after the write
 */
record RecordWrite(
    RecordId id,
    Guard guard,
    Optional<IdempotencyRecord> known,
    UnaryOperator<Optional<IdempotencyRecord>> change) {

  static RecordWrite of(Write write) {
    return new RecordWrite(write.id(), write.guard(), write.known(), write::after);
  }

  static RecordWrite of(Commit.Recorded commit) {
    Optional<IdempotencyRecord> known =
        commit instanceof Commit.Completing completing
            ? completing.completion().known()
            : Optional.empty();
    return new RecordWrite(commit.id(), commit.guard(), known, commit::after);
  }

  /** Returns the record after the write, if the base stood before. */
  IdempotencyRecord after(Optional<IdempotencyRecord> base) {
    return RecordCodec.fitted(change.apply(base).orElseThrow());
  }

  /**
   * Returns the statement, which changes one row if the guard holds and the record is still as the
   * base, else none.
   */
  Sql statement(Optional<IdempotencyRecord> base, Listing listing) {
    return guard.holds(Optional.empty())
        ? upsert(after(base), listing)
        : update(base.orElseThrow(), after(base), listing);
  }

  private Sql upsert(IdempotencyRecord after, Listing listing) {
    List<Column> columns = List.of(Column.values());
    return Sql.of("INSERT INTO effectively_once_record (" + Column.NAMES + ") VALUES (")
        .then(
            Sql.joined(
                ", ",
                columns.stream()
                    .map(it -> Sql.of(it.placeholder(), it.value(after, listing)))
                    .toList()))
        .then(") ON CONFLICT (id) DO UPDATE SET ")
        .then(
            columns.stream()
                .map(it -> it.sql() + " = EXCLUDED." + it.sql())
                .collect(Collectors.joining(", ")))
        .then(" WHERE ")
        .then(Conditions.of(guard));
  }

  private Sql update(IdempotencyRecord base, IdempotencyRecord after, Listing listing) {
    return Sql.of("UPDATE effectively_once_record SET ")
        .then(Sql.joined(", ", assignments(base, after, listing)))
        .then(" WHERE id = ? AND ", Column.ID.value(after))
        .then(Conditions.of(guard), Conditions.asSeen(base));
  }

  /** Returns what changes, and the listing, which an earlier choice may have left otherwise. */
  private static List<Sql> assignments(
      IdempotencyRecord base, IdempotencyRecord after, Listing listing) {
    List<Sql> changed = new ArrayList<>();
    Arrays.stream(Column.values())
        .filter(it -> it != Column.LISTED_MS && it != Column.STEPS && !it.isSame(base, after))
        .map(it -> Sql.of(it.sql() + " = ?", it.value(after)))
        .forEach(changed::add);
    changed.add(Sql.of("listed_ms = ?", Column.LISTED_MS.value(after, listing)));
    if (!base.steps().equals(after.steps())) {
      changed.add(steps(base, after));
    }
    return changed;
  }

  /** Sends the steps that changed, and leaves the others where they are. */
  private static Sql steps(IdempotencyRecord base, IdempotencyRecord after) {
    boolean isAdded = names(after).containsAll(names(base));
    List<Step> sent = new ArrayList<>(after.steps());
    if (isAdded) {
      sent.removeAll(base.steps());
    }
    return Sql.of(
        isAdded ? "steps = steps || ?::jsonb" : "steps = ?::jsonb",
        Sql.Value.of(StepText.json(sent)));
  }

  private static Set<String> names(IdempotencyRecord record) {
    return record.steps().stream().map(Step::name).collect(Collectors.toSet());
  }
}
