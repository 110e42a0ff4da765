package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.List;

/** What goes from a record that is erased, and what stays. */
final class Erasure {
  private Erasure() {}

  static List<Object> impersonal(IdempotencyRecord record) {
    return List.of(
        record.id(),
        record.status(),
        record.owner(),
        record.attempt(),
        record.leaseUntil(),
        record.stamp(),
        record.fingerprint(),
        record.generation(),
        record.steps().stream().map(it -> List.of(it.name(), it.state(), it.attempt())).toList());
  }

  static boolean isErased(IdempotencyRecord record) {
    return (record.status() == Status.COMPLETED || record.status() == Status.FAILED)
        && record.readableKey().isEmpty()
        && !(record.result() instanceof StoredResult.Text)
        && record.error().filter(it -> !it.text().endsWith(ErrorSummary.ERASED.text())).isEmpty()
        && record.steps().stream().noneMatch(it -> it.result() instanceof StoredResult.Text);
  }
}
