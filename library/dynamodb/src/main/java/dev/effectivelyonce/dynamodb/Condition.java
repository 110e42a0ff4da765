package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition on the record that stands, with the names and values that it uses. Every attribute
 * goes by a placeholder, since several are reserved words.
 */
final class Condition {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();
  private final Map<String, AttributeValue> equalities = new LinkedHashMap<>();
  private String expression = "";

  private Condition() {}

  /** There is no record, or its retention has passed. */
  static Condition absentAt(Instant now) {
    Condition condition = new Condition();
    condition.expression =
        "attribute_not_exists(%s) OR %s <= %s"
            .formatted(
                condition.name(Attributes.ID),
                condition.name(Attributes.EXPIRATION),
                condition.value("now", Values.seconds(now)));
    return condition;
  }

  /** The attempt holds the record, INPROGRESS. */
  static Condition heldBy(IdempotencyRecord mine) {
    return new Condition().ownerAndStatus(mine, Status.INPROGRESS);
  }

  /**
   * The attempt holds the record, INPROGRESS, its lease is not longer than the one given, and the
   * record is kept as long as the attempt knows: a note changes that where it begins or ends what
   * is half done.
   */
  static Condition heldUntil(Instant latest, IdempotencyRecord mine) {
    Condition condition = heldBy(mine);
    condition.expression +=
        " AND %s <= %s AND %s = %s"
            .formatted(
                condition.name(Attributes.LEASE),
                condition.value(Attributes.LEASE, Values.millis(latest)),
                condition.name(Attributes.EXPIRATION),
                condition.value("seen_expiration", Values.seconds(mine.stamp().keptUntil())));
    return condition;
  }

  /** Owner, status and lease are those seen. */
  static Condition asSeen(IdempotencyRecord seen) {
    Condition condition = new Condition().ownerAndStatus(seen, seen.status());
    String lease =
        condition.name(Attributes.LEASE)
            + " = "
            + condition.value("seen_lease", Values.millis(seen.leaseUntil()));
    condition.expression +=
        " AND " + (PowertoolsItem.isSourceOf(seen) ? condition.sameWriteOf(seen, lease) : lease);
    return condition;
  }

  /** Of Powertools: it may have given no lease, but each of its writes sets the expiration. */
  private String sameWriteOf(IdempotencyRecord seen, String sameLease) {
    return "%s = %s AND (%s OR attribute_not_exists(%s))"
        .formatted(
            name(Attributes.EXPIRATION),
            value("seen_expiration", Values.seconds(seen.stamp().keptUntil())),
            sameLease,
            name(Attributes.LEASE));
  }

  /** Owner and status are those seen, and no claim is live. */
  static Condition restingAt(Instant now, IdempotencyRecord seen) {
    Condition condition = new Condition().ownerAndStatus(seen, seen.status());
    condition.expression +=
        " AND (%s <> %s OR %s <= %s)"
            .formatted(
                condition.name(Attributes.STATUS),
                condition.value("inprogress", Values.string(Status.INPROGRESS.name())),
                condition.name(Attributes.LEASE),
                condition.value("now", Values.millis(now)));
    return condition;
  }

  /** And nothing was noted about the step of this name since the record was seen. */
  Condition withStepAsIn(IdempotencyRecord seen, String step) {
    expression +=
        seen.step(step)
            .map(this::isAsNoted)
            .orElseGet(
                () ->
                    " AND attribute_not_exists(%s)"
                        .formatted(
                            // Where there is no map yet, it is put as a whole.
                            seen.steps().isEmpty()
                                ? name(Attributes.STEPS)
                                : nested(Attributes.STEPS, step)));
    return this;
  }

  private String isAsNoted(Step step) {
    String path = nested(Attributes.STEPS, step.name());
    return " AND %s.%s = %s AND %s.%s = %s"
        .formatted(
            path,
            name(Attributes.STEP_STATE),
            value("seen_state", Values.string(step.state().name())),
            path,
            name(Attributes.STEP_ATTEMPT),
            value("seen_attempt", Values.number(step.attempt())));
  }

  /** Registers an entry of an attribute that is a map, and returns the path to it. */
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

  /** The attributes that must have these values, of a condition that asks for nothing else. */
  Map<String, AttributeValue> equalities() {
    return equalities;
  }

  private Condition ownerAndStatus(IdempotencyRecord record, Status status) {
    expression =
        owner(record)
            + " AND "
            + equality(Attributes.STATUS, "seen_status", Values.string(status.name()));
    return this;
  }

  private String owner(IdempotencyRecord record) {
    return PowertoolsItem.isSourceOf(record)
        ? "attribute_not_exists(" + name(Attributes.OWNER) + ")"
        : equality(Attributes.OWNER, "seen_owner", Values.string(record.owner().value()));
  }

  private String equality(String attribute, String placeholder, AttributeValue value) {
    equalities.put(attribute, value);
    return name(attribute) + " = " + value(placeholder, value);
  }
}
