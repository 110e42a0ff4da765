package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * A write of the real store, as DynamoDB is told it: the whole item of a record that must not be
 * there, or changes to one that must have the attributes named. What is asked in any other form is
 * a bug of who asks.
 *
 * @param sets the attributes after it; of an item that is put, all of them
 * @param removes attributes that are gone after it
 * @param where what the attributes must be; empty: the item must not be there
 */
record Statement(
    Map<String, AttributeValue> sets, Set<String> removes, Map<String, AttributeValue> where) {
  private static final Pattern INSERT =
      Pattern.compile("INSERT INTO \"records\" VALUE \\{(?:'\\w+': \\?(?:, )?)+}");
  private static final Pattern INSERTED = Pattern.compile("'(\\w+)': \\?");
  private static final Pattern UPDATE =
      Pattern.compile(
          "UPDATE \"records\"(?<changes>(?: SET \"\\w+\" = \\?| REMOVE \"\\w+\")+)"
              + " WHERE (?<where>\"\\w+\" = \\?(?: AND \"\\w+\" = \\?)*) RETURNING ALL OLD \\*");
  private static final Pattern ASSIGNED = Pattern.compile("\"(\\w+)\" = \\?");
  private static final Pattern REMOVED = Pattern.compile("REMOVE \"(\\w+)\"");
  private static final Pattern EXPRESSION =
      Pattern.compile("SET (?<sets>#\\w+ = :\\w+(?:, #\\w+ = :\\w+)*)(?: REMOVE (?<removes>.+))?");
  private static final Pattern EQUALITIES = Pattern.compile("#\\w+ = :\\w+(?: AND #\\w+ = :\\w+)*");
  private static final Pattern EQUALITY = Pattern.compile("(#\\w+) = (:\\w+)");
  private static final Pattern NAME = Pattern.compile("#\\w+");
  private static final String ABSENT = "attribute_not_exists(#id) OR #expiration <= :now";

  private static final Set<String> UNCOMPARED = Set.of(Items.LISTING, Items.EXPIRATION);
  private static final Set<String> FENCE = Set.of(Items.ID, Items.OWNER, Items.STATUS);

  /** A statement of PartiQL. */
  static Statement of(BatchStatementRequest request) {
    Iterator<AttributeValue> parameters = request.parameters().iterator();
    if (INSERT.matcher(request.statement()).matches()) {
      return new Statement(named(INSERTED, request.statement(), parameters), Set.of(), Map.of());
    }
    Matcher update = UPDATE.matcher(request.statement());
    if (!update.matches()) {
      throw unknown(request.statement());
    }
    return new Statement(
        named(ASSIGNED, update.group("changes"), parameters),
        Set.copyOf(all(REMOVED, update.group("changes"))),
        named(ASSIGNED, update.group("where"), parameters));
  }

  /** An item that is put in a transaction. */
  static Statement of(Put put) {
    if (!ABSENT.equals(put.conditionExpression())) {
      throw unknown(String.valueOf(put.conditionExpression()));
    }
    return new Statement(put.item(), Set.of(), Map.of());
  }

  /** An update in a transaction. */
  static Statement of(Update update) {
    Matcher expression = EXPRESSION.matcher(update.updateExpression());
    if (!expression.matches() || !EQUALITIES.matcher(update.conditionExpression()).matches()) {
      throw unknown(update.updateExpression() + " if " + update.conditionExpression());
    }
    Map<String, AttributeValue> where = new HashMap<>(equal(update.conditionExpression(), update));
    where.putAll(update.key());
    String removes = Objects.requireNonNullElse(expression.group("removes"), "");
    return new Statement(
        equal(expression.group("sets"), update),
        Set.copyOf(NAME.matcher(removes).results().map(it -> name(update, it.group())).toList()),
        where);
  }

  private static Map<String, AttributeValue> named(
      Pattern pattern, String text, Iterator<AttributeValue> parameters) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    all(pattern, text).forEach(name -> values.put(name, parameters.next()));
    return values;
  }

  private static List<String> all(Pattern pattern, String text) {
    List<String> all = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      all.add(matcher.group(1));
    }
    return all;
  }

  private static Map<String, AttributeValue> equal(String terms, Update update) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    Matcher term = EQUALITY.matcher(terms);
    while (term.find()) {
      values.put(
          name(update, term.group(1)),
          Objects.requireNonNull(update.expressionAttributeValues().get(term.group(2))));
    }
    return values;
  }

  private static String name(Update update, String placeholder) {
    return Objects.requireNonNull(update.expressionAttributeNames().get(placeholder));
  }

  /** What it writes, as a store is told it. */
  Write.Groupable write() {
    if (!where.isEmpty()) {
      return ending();
    }
    IdempotencyRecord put = Items.record(sets);
    return new Write.Claim(
        new Claim(
            put.id(),
            put.owner(),
            put.leaseUntil(),
            put.stamp(),
            put.fingerprint(),
            put.readableKey(),
            put.claimant()));
  }

  private Write.Groupable ending() {
    boolean isFenced =
        where.keySet().equals(FENCE)
            && Items.text(where, Items.STATUS).equals(Status.INPROGRESS.name());
    if (!isFenced) {
      throw unknown("an end where " + where.keySet());
    }
    WriteTimestamp any = WriteTimestamp.of(Instant.EPOCH, Duration.ofDays(1));
    IdempotencyRecord mine =
        IdempotencyRecord.claimed(
            new Claim(
                Items.id(where),
                new AttemptId(Items.text(where, Items.OWNER)),
                Instant.EPOCH,
                any));
    Map<String, AttributeValue> changed = new HashMap<>(Items.of(mine));
    changed.putAll(sets);
    IdempotencyRecord ended = Items.record(changed);
    return switch (ended.status()) {
      case COMPLETED -> new Write.Complete(mine, ended.result(), ended.stamp());
      case RETRYABLE -> new Write.Release(mine, ended.error().orElseThrow(), ended.stamp());
      case FAILED -> new Write.Fail(mine, ended.error().orElseThrow(), ended.stamp());
      case INPROGRESS, UNKNOWN -> throw unknown("an end as " + ended.status());
    };
  }

  /**
   * Whether a record is as this leaves it. Who does not know what became of a note keeps it for
   * longer, and never for less long.
   */
  boolean leaves(IdempotencyRecord after) {
    Map<String, AttributeValue> item = Items.of(after);
    return sets.entrySet().stream()
            .filter(it -> !UNCOMPARED.contains(it.getKey()))
            .allMatch(it -> it.getValue().equals(item.get(it.getKey())))
        && removes.stream().noneMatch(item::containsKey)
        && Long.parseLong(Objects.requireNonNull(sets.get(Items.EXPIRATION)).n())
            >= after.stamp().keptUntil().getEpochSecond();
  }

  private static IllegalStateException unknown(String what) {
    return new IllegalStateException("No table of a history understands " + what);
  }
}
