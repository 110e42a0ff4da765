package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.None;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Converts records to the fields of their hashes and back. Unknown fields are left alone. The value
 * of a step begins with its state and attempt, by which a late note is recognized.
 */
final class HashCodec {
  private static final int STEP_PARTS = 8;

  private HashCodec() {}

  /** Returns the record as Redis can hold it: half of a surrogate pair has no UTF-8. */
  static IdempotencyRecord fitted(IdempotencyRecord record) {
    return record.fitted(HashCodec::fitted, UnaryOperator.identity());
  }

  private static StoredResult fitted(StoredResult result) {
    return result instanceof Text(String value)
            && !StandardCharsets.UTF_8.newEncoder().canEncode(value)
        ? new Omitted(Reason.NOT_SERIALIZABLE, 0)
        : result;
  }

  static Map<String, String> fields(IdempotencyRecord record) {
    Map<String, String> fields = new HashMap<>();
    fields.put(Fields.SCHEMA, String.valueOf(Fields.SCHEMA_VERSION));
    fields.put(Fields.STATUS, record.status().name());
    fields.put(Fields.OWNER, record.owner().value());
    fields.put(Fields.ATTEMPT, String.valueOf(record.attempt()));
    fields.put(Fields.LEASE, millis(record.leaseUntil()));
    fields.put(Fields.UPDATED_AT, millis(record.stamp().at()));
    fields.put(Fields.KEPT_UNTIL, millis(record.stamp().keptUntil()));
    record.fingerprint().ifPresent(it -> fields.put(Fields.FINGERPRINT, it.value()));
    record.readableKey().ifPresent(it -> fields.put(Fields.BUSINESS_KEY, it));
    record.error().ifPresent(it -> fields.put(Fields.ERROR, it.text()));
    record.generation().ifPresent(it -> fields.put(Fields.GENERATION, it.value()));
    record.claimant().function().ifPresent(it -> fields.put(Fields.FUNCTION, it));
    record.claimant().payload().ifPresent(it -> fields.put(Fields.PAYLOAD, it.value()));
    record.claimant().trace().ifPresent(it -> fields.put(Fields.TRACEPARENT, it.value()));
    if (record.acknowledged() > 0) {
      fields.put(Fields.ACKNOWLEDGED, String.valueOf(record.acknowledged()));
    }
    switch (record.result()) {
      case None() -> {}
      case Text(String value) -> fields.put(Fields.DATA, value);
      case Omitted omitted -> fields.put(Fields.OMITTED, omitted(omitted));
    }
    record.steps().forEach(it -> fields.put(Fields.STEP + it.name(), value(it)));
    return fields;
  }

  /** Returns how the value of a step begins until something else is noted about it. */
  static String beginning(String stepValue) {
    return stepValue.substring(0, stepValue.indexOf('|', stepValue.indexOf('|') + 1) + 1);
  }

  private static String value(Step step) {
    String why = step.why().map(ErrorSummary::text).orElse("");
    return String.join(
        "|",
        step.state().name(),
        String.valueOf(step.attempt()),
        String.valueOf(step.position()),
        step.begunAt().map(HashCodec::millis).orElse(""),
        step.result() instanceof Omitted omitted ? omitted(omitted) : "|",
        step.result() instanceof Text ? "T" : "",
        step.why().map(it -> String.valueOf(it.text().length())).orElse("")
            + "|"
            + why
            + (step.result() instanceof Text(String text) ? text : ""));
  }

  private static String omitted(Omitted omitted) {
    return omitted.reason() + "|" + omitted.sizeBytes();
  }

  private static String millis(Instant time) {
    return String.valueOf(time.toEpochMilli());
  }

  /**
   * Returns the record of a hash.
   *
   * @throws dev.effectivelyonce.core.store.StoreException if this release can't read it
   */
  static IdempotencyRecord record(RecordId id, Map<String, String> hash) {
    try {
      HashReader fields = new HashReader(hash);
      if (fields.number(Fields.SCHEMA) > Fields.SCHEMA_VERSION) {
        throw RedisErrors.newer(id, fields.number(Fields.SCHEMA));
      }
      return new IdempotencyRecord(
          id,
          Status.valueOf(fields.text(Fields.STATUS)),
          new AttemptId(fields.text(Fields.OWNER)),
          fields.number(Fields.ATTEMPT),
          fields.time(Fields.LEASE),
          new WriteTimestamp(fields.time(Fields.UPDATED_AT), fields.time(Fields.KEPT_UNTIL)),
          fields.optional(Fields.FINGERPRINT).map(Fingerprint::new),
          fields.optional(Fields.BUSINESS_KEY),
          fields
              .optional(Fields.OMITTED)
              .map(it -> omitted(List.of(it.split("\\|", 2))))
              .or(() -> fields.optional(Fields.DATA).map(Text::new))
              .orElseGet(StoredResult::none),
          fields.optional(Fields.ERROR).map(ErrorSummary::new),
          steps(hash),
          fields.optional(Fields.GENERATION).map(Generation::new),
          new Claimant(
              fields.optional(Fields.FUNCTION),
              fields.optional(Fields.PAYLOAD).map(PayloadCheck::new),
              fields.optional(Fields.TRACEPARENT).flatMap(TraceParent::ofRecord)),
          fields.optional(Fields.ACKNOWLEDGED).map(Integer::valueOf).orElse(0));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ConfigurationException e) {
      throw RedisErrors.unreadable(id, e);
    }
  }

  private static StoredResult omitted(List<String> parts) {
    return new Omitted(Reason.valueOf(parts.get(0)), Integer.parseInt(parts.get(1)));
  }

  private static List<Step> steps(Map<String, String> hash) {
    return hash.entrySet().stream()
        .filter(it -> it.getKey().startsWith(Fields.STEP))
        .map(it -> step(it.getKey().substring(Fields.STEP.length()), it.getValue()))
        .toList();
  }

  private static Step step(String name, String value) {
    List<String> parts = List.of(value.split("\\|", STEP_PARTS + 1));
    String rest = parts.get(STEP_PARTS);
    int whyChars = parts.get(7).isEmpty() ? 0 : Integer.parseInt(parts.get(7));
    StoredResult kept =
        parts.get(6).equals("T") ? new Text(rest.substring(whyChars)) : StoredResult.none();
    return new Step(
        name,
        Integer.parseInt(parts.get(2)),
        Step.State.valueOf(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        parts.get(4).isEmpty() ? kept : omitted(parts.subList(4, 6)),
        parts.get(7).isEmpty()
            ? Optional.empty()
            : Optional.of(new ErrorSummary(rest.substring(0, whyChars))),
        parts.get(3).isEmpty()
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(Long.parseLong(parts.get(3)))));
  }

  /** The fields of a hash by type. */
  private record HashReader(Map<String, String> hash) {
    Optional<String> optional(String field) {
      return Optional.ofNullable(hash.get(field));
    }

    String text(String field) {
      return optional(field)
          .orElseThrow(() -> new IllegalArgumentException("It has no field " + field));
    }

    int number(String field) {
      return Integer.parseInt(text(field));
    }

    Instant time(String field) {
      return Instant.ofEpochMilli(Long.parseLong(text(field)));
    }
  }
}
