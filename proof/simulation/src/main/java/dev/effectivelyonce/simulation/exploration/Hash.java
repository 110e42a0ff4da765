package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;

/**
 * Hashes of 64 bits. Two states are taken for one if theirs agree: among ten million that happens
 * by chance with a probability of about 3 in a million.
 */
final class Hash {
  private Hash() {}

  static long mix(long hash, long value) {
    long z = (hash ^ Long.rotateLeft(value * 0x9E3779B97F4A7C15L, 31)) + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  static long of(String text) {
    // A history has a few dozen strings, and each remembers its hash code.
    return mix(text.length(), text.hashCode());
  }

  static long of(Enum<?> value) {
    return of(value.name());
  }

  /** Of what it asks for, and of what it leaves of the record that was seen. */
  static long of(Write write) {
    return mix(of(write.guard()), of(write.after(write.known())));
  }

  private static long of(Guard guard) {
    return switch (guard) {
      case Guard.Absent(Instant now) -> now.toEpochMilli();
      case Guard.HeldBy(AttemptId owner) -> of(owner.value());
      case Guard.HeldUntil(AttemptId owner, Instant latest) ->
          mix(of(owner.value()), latest.toEpochMilli());
      case Guard.AsSeen(IdempotencyRecord seen) -> of(seen);
      case Guard.AtRest(IdempotencyRecord seen, Instant now) -> mix(of(seen), now.toEpochMilli());
      case Guard.NotNotedSince(Guard other, IdempotencyRecord seen, String step) ->
          mix(mix(of(other), of(seen)), of(step));
    };
  }

  static long of(IdempotencyRecord record) {
    long hash = mix(of(record.status()), of(record.owner().value()));
    hash = mix(hash, record.attempt());
    hash = mix(hash, record.leaseUntil().toEpochMilli());
    hash = mix(hash, record.stamp().at().toEpochMilli());
    hash = mix(hash, record.stamp().keptUntil().getEpochSecond());
    hash = mix(hash, record.fingerprint().map(it -> of(it.toString())).orElse(0L));
    hash = mix(hash, record.error().map(it -> of(it.text())).orElse(0L));
    for (Step step : record.steps()) {
      hash = mix(hash, of(step));
    }
    return record.result() instanceof StoredResult.Text(String value) ? mix(hash, of(value)) : hash;
  }

  static long of(Step step) {
    long hash = mix(of(step.name()), of(step.state()));
    return mix(mix(hash, step.position()), step.attempt());
  }

  static long of(Optional<IdempotencyRecord> record) {
    return record.map(Hash::of).orElse(1L);
  }

  /** Of what a program may be given. */
  static long ofGiven(Object given) {
    return switch (given) {
      case WriteResult.Written(IdempotencyRecord record) -> mix(2, of(record));
      case WriteResult.Refused(Optional<IdempotencyRecord> current) -> mix(3, of(current));
      case HandlerStep step -> mix(4, of(step));
      case Optional<?> found -> mix(5, found.map(it -> of((IdempotencyRecord) it)).orElse(1L));
      default -> of(given.toString());
    };
  }
}
