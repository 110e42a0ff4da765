package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.Guard;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition on the current record, with the names and values that it uses. Every attribute has a
 * placeholder, since several are reserved words.
 */
final class Condition {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();
  private final Map<String, AttributeValue> equalities = new LinkedHashMap<>();
  private String expression = "";

  private Condition() {}

  /** Returns the guard as a condition of DynamoDB. */
  static Condition of(Guard guard) {
    return switch (guard) {
      case Guard.Absent(Instant now) -> new Condition().absentAt(now);
      case Guard.HeldBy(AttemptId owner) ->
          new Condition().ownerAndStatus(owner, Status.INPROGRESS);
      case Guard.HeldUntil(AttemptId owner, Instant latest) ->
          of(new Guard.HeldBy(owner)).leaseNotAfter(latest);
      case Guard.AsSeen(IdempotencyRecord seen) -> sameAttempt(seen).leaseOf(seen);
      case Guard.AtRest(IdempotencyRecord seen, Instant now) -> sameAttempt(seen).notLiveAt(now);
      case Guard.NotNotedSince(Guard other, IdempotencyRecord seen, String step) ->
          of(other).stepAsIn(seen, step);
    };
  }

  private Condition absentAt(Instant now) {
    expression =
        "attribute_not_exists(%s) OR %s <= %s"
            .formatted(
                name(Attributes.ID),
                name(Attributes.EXPIRATION),
                value("now", Values.seconds(now)));
    return this;
  }

  private static Condition sameAttempt(IdempotencyRecord seen) {
    return new Condition().ownerAndStatus(seen.owner(), seen.status());
  }

  private Condition leaseNotAfter(Instant latest) {
    return and(
        "%s <= %s"
            .formatted(name(Attributes.LEASE), value(Attributes.LEASE, Values.millis(latest))));
  }

  /** Adds that the record is kept as long as the attempt knows: a note may have changed that. */
  Condition keptAsIn(IdempotencyRecord seen) {
    return and(
        "%s = %s"
            .formatted(
                name(Attributes.EXPIRATION),
                value("seen_expiration", Values.seconds(seen.stamp().keptUntil()))));
  }

  private Condition leaseOf(IdempotencyRecord seen) {
    String lease =
        name(Attributes.LEASE) + " = " + value("seen_lease", Values.millis(seen.leaseUntil()));
    return and(PowertoolsItem.isOwner(seen.owner()) ? sameWriteOf(seen, lease) : lease);
  }

  /** Compares Powertools' expiration, which each of its writes sets, as it may give no lease. */
  private String sameWriteOf(IdempotencyRecord seen, String sameLease) {
    return "%s = %s AND (%s OR attribute_not_exists(%s))"
        .formatted(
            name(Attributes.EXPIRATION),
            value("seen_expiration", Values.seconds(seen.stamp().keptUntil())),
            sameLease,
            name(Attributes.LEASE));
  }

  private Condition notLiveAt(Instant now) {
    return and(
        "(%s <> %s OR %s <= %s)"
            .formatted(
                name(Attributes.STATUS),
                value("inprogress", Values.string(Status.INPROGRESS.name())),
                name(Attributes.LEASE),
                value("now", Values.millis(now))));
  }

  private Condition stepAsIn(IdempotencyRecord seen, String step) {
    return and(
        seen.step(step)
            .map(this::isAsNoted)
            .orElseGet(
                () ->
                    "attribute_not_exists(%s)"
                        .formatted(
                            // The first note puts the map as a whole.
                            seen.steps().isEmpty()
                                ? name(Attributes.STEPS)
                                : nested(Attributes.STEPS, step))));
  }

  private Condition and(String term) {
    expression += " AND " + term;
    return this;
  }

  private String isAsNoted(Step step) {
    String path = nested(Attributes.STEPS, step.name());
    return "%s.%s = %s AND %s.%s = %s"
        .formatted(
            path,
            name(Attributes.STEP_STATE),
            value("seen_state", Values.string(step.state().name())),
            path,
            name(Attributes.STEP_ATTEMPT),
            value("seen_attempt", Values.number(step.attempt())));
  }

  /** Registers an entry of an attribute that is a map, and returns its path. */
  String nested(String attribute, String entry) {
    names.put("#" + attribute + "_entry", entry);
    return name(attribute) + ".#" + attribute + "_entry";
  }

  /** Registers an attribute, and returns its placeholder. */
  String name(String attribute) {
    names.put("#" + attribute, attribute);
    return "#" + attribute;
  }

  /** Registers a value, and returns its placeholder. */
  String value(String placeholder, AttributeValue value) {
    values.put(":" + placeholder, value);
    return ":" + placeholder;
  }

  String expression() {
    return expression;
  }

  Map<String, String> names() {
    return names;
  }

  Map<String, AttributeValue> values() {
    return values;
  }

  /** Returns the attributes that must have these values, if the condition asks for nothing else. */
  Map<String, AttributeValue> equalities() {
    return equalities;
  }

  private Condition ownerAndStatus(AttemptId owner, Status status) {
    expression =
        owner(owner)
            + " AND "
            + equality(Attributes.STATUS, "seen_status", Values.string(status.name()));
    return this;
  }

  private String owner(AttemptId owner) {
    return PowertoolsItem.isOwner(owner)
        ? "attribute_not_exists(" + name(Attributes.OWNER) + ")"
        : equality(Attributes.OWNER, "seen_owner", Values.string(owner.value()));
  }

  private String equality(String attribute, String placeholder, AttributeValue value) {
    equalities.put(attribute, value);
    return name(attribute) + " = " + value(placeholder, value);
  }
}
