package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.List;

/** What goes from a record that is erased or acknowledged, and what stays. */
final class Erasure {
  private Erasure() {}

  /** Of what an operator saw to be over; only what may be personal is gone. */
  static boolean isRight(JudgedWrite write) {
    return write.before().map(Erasure::impersonal).equals(write.after().map(Erasure::impersonal))
        && write.after().filter(Erasure::isErased).isPresent();
  }

  /** Of a failure, which stays one. */
  static boolean isAcknowledgement(JudgedWrite write) {
    return write.wasOf(Status.FAILED)
        && write.before().map(IdempotencyRecord::asAcknowledged).equals(write.after());
  }

  private static List<Object> impersonal(IdempotencyRecord record) {
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

  private static boolean isErased(IdempotencyRecord record) {
    return (record.status() == Status.COMPLETED || record.status() == Status.FAILED)
        && record.readableKey().isEmpty()
        && !(record.result() instanceof StoredResult.Text)
        && record.error().filter(it -> !it.text().endsWith(ErrorSummary.ERASED.text())).isEmpty()
        && record.steps().stream().noneMatch(it -> it.result() instanceof StoredResult.Text);
  }
}
