package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records as the items of DynamoDB, which the real store reads and writes. */
final class Items {
  static final String ID = "id";
  static final String OWNER = "owner";
  static final String STATUS = "status";

  /** The key of an index, which is no part of a record. */
  static final String LISTING = "listing";

  private static final String UPDATED_AT = "updated_at";
  static final String EXPIRATION = "expiration";
  private static final String LEASE = "in_progress_expiration";
  private static final String DATA = "data";
  private static final String OMITTED = "data_omitted";
  private static final String ERROR = "error";
  private static final String VALIDATION = "validation";
  private static final String BUSINESS_KEY = "business_key";
  private static final String FUNCTION = "function";
  private static final String PAYLOAD = "payload";

  private Items() {}

  static Map<String, AttributeValue> of(IdempotencyRecord record) {
    Map<String, AttributeValue> item = new TreeMap<>(result(record.result()));
    item.put(ID, text(record.id().value()));
    item.put(STATUS, text(record.status().name()));
    item.put(OWNER, text(record.owner().value()));
    item.put("attempt", number(record.attempt()));
    item.put(LEASE, number(record.leaseUntil().toEpochMilli()));
    item.put(UPDATED_AT, number(record.stamp().at().toEpochMilli()));
    item.put(EXPIRATION, number(record.stamp().keptUntil().getEpochSecond()));
    item.put("schema", number(1));
    record.fingerprint().ifPresent(it -> item.put(VALIDATION, text(it.value())));
    record.readableKey().ifPresent(it -> item.put(BUSINESS_KEY, text(it)));
    record.error().ifPresent(it -> item.put(ERROR, text(it.text())));
    record.generation().ifPresent(it -> item.put("generation", text(it.value())));
    record.claimant().function().ifPresent(it -> item.put(FUNCTION, text(it)));
    record.claimant().payload().ifPresent(it -> item.put(PAYLOAD, text(it.value())));
    if (record.acknowledged() > 0) {
      item.put("acknowledged", number(record.acknowledged()));
    }
    if (!record.steps().isEmpty()) {
      item.put(
          "steps",
          AttributeValue.fromM(
              record.steps().stream().collect(Collectors.toMap(Step::name, Items::step))));
    }
    return item;
  }

  private static AttributeValue step(Step step) {
    Map<String, AttributeValue> entry = new TreeMap<>(result(step.result()));
    entry.put("state", text(step.state().name()));
    entry.put("position", number(step.position()));
    entry.put("attempt", number(step.attempt()));
    step.why().ifPresent(it -> entry.put(ERROR, text(it.text())));
    step.begunAt().ifPresent(it -> entry.put("begun_at", number(it.toEpochMilli())));
    return AttributeValue.fromM(entry);
  }

  private static Map<String, AttributeValue> result(StoredResult result) {
    return switch (result) {
      case StoredResult.None ignored -> Map.of();
      case StoredResult.Text(String value) -> Map.of(DATA, text(value));
      case StoredResult.Omitted(StoredResult.Reason reason, int size) ->
          Map.of(
              OMITTED,
              AttributeValue.fromM(
                  Map.of("reason", text(reason.name()), "size_bytes", number(size))));
    };
  }

  /** The claim that an item was put for. */
  static Claim claim(Map<String, AttributeValue> item) {
    return new Claim(
        id(item),
        owner(item),
        Instant.ofEpochMilli(number(item, LEASE)),
        stamp(item),
        optional(item, VALIDATION).map(Fingerprint::new),
        optional(item, BUSINESS_KEY),
        new Claimant(optional(item, FUNCTION), optional(item, PAYLOAD).map(PayloadCheck::new)));
  }

  static RecordId id(Map<String, AttributeValue> attributes) {
    return new RecordId(text(attributes, ID));
  }

  static Owner owner(Map<String, AttributeValue> attributes) {
    return new Owner(text(attributes, OWNER));
  }

  static Stamp stamp(Map<String, AttributeValue> attributes) {
    return new Stamp(
        Instant.ofEpochMilli(number(attributes, UPDATED_AT)),
        Instant.ofEpochSecond(number(attributes, EXPIRATION)));
  }

  static StoredResult result(Map<String, AttributeValue> attributes) {
    AttributeValue omitted = attributes.get(OMITTED);
    if (omitted != null) {
      return new StoredResult.Omitted(
          StoredResult.Reason.valueOf(text(omitted.m(), "reason")),
          (int) number(omitted.m(), "size_bytes"));
    }
    return optional(attributes, DATA)
        .<StoredResult>map(StoredResult.Text::new)
        .orElseGet(StoredResult::none);
  }

  static ErrorSummary error(Map<String, AttributeValue> attributes) {
    return new ErrorSummary(text(attributes, ERROR));
  }

  static String text(Map<String, AttributeValue> attributes, String name) {
    return optional(attributes, name).orElseThrow();
  }

  private static Optional<String> optional(Map<String, AttributeValue> attributes, String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
  }

  private static long number(Map<String, AttributeValue> attributes, String name) {
    return Long.parseLong(Objects.requireNonNull(attributes.get(name)).n());
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
