package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/**
 * The item of a record's trail. Entries of later releases keep the attributes that this one does
 * not know.
 *
 * @param id of the record
 * @param entries as they are in the item, oldest first
 * @param count how many it ever had; 0 if there is no item
 * @param keptUntil when DynamoDB may delete it
 */
record Trail(RecordId id, List<AttributeValue> entries, long count, Instant keptUntil) {
  private static final String ENTRY_ID = "id";
  private static final String AT = "at";
  private static final String ACTOR = "actor";
  private static final String REASON = "reason";
  private static final String ACTION = "action";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /** An item holds 400 KB. */
  private static final long MAX_BYTES = 384L * 1024;

  static AttributeValue key(RecordId id) {
    return Values.string(Attributes.TRAIL + id.value());
  }

  /** Returns the trail of an item as read, which is empty if there is none. */
  static Trail of(RecordId id, Map<String, AttributeValue> attributes) {
    if (attributes.isEmpty()) {
      return new Trail(id, List.of(), 0, Instant.EPOCH);
    }
    Item item = new Item(id.value(), attributes);
    return new Trail(
        id,
        item.list(Attributes.ENTRIES),
        item.count(Attributes.ENTRY_COUNT),
        item.seconds(Attributes.EXPIRATION));
  }

  boolean has(TrailEntry entry) {
    return entries().stream()
        .anyMatch(it -> Values.string(entry.id()).equals(it.m().get(ENTRY_ID)));
  }

  /**
   * Returns the trail with another entry; the oldest ones go where there are too many. No entry
   * makes the life of those before it shorter.
   */
  Trail with(TrailEntry entry, Instant until) {
    List<AttributeValue> all = new ArrayList<>(entries);
    all.add(value(entry));
    while (all.size() > 1 && (all.size() > AuditLog.KEPT || bytes(all) > MAX_BYTES)) {
      all.removeFirst();
    }
    return new Trail(id, all, count + 1, until.isAfter(keptUntil) ? until : keptUntil);
  }

  private static long bytes(List<AttributeValue> entries) {
    return ItemSizes.bytes(Map.of(Attributes.ENTRIES, AttributeValue.fromL(entries)));
  }

  /** Returns the trail without what may be personal. */
  Trail erased() {
    return new Trail(id, entries.stream().map(Trail::erased).toList(), count, keptUntil);
  }

  private static AttributeValue erased(AttributeValue entry) {
    Map<String, AttributeValue> left = new HashMap<>(entry.m());
    for (String parts : List.of(BEFORE, AFTER)) {
      left.computeIfPresent(parts, (name, value) -> withoutError(value));
    }
    return AttributeValue.fromM(left);
  }

  private static AttributeValue withoutError(AttributeValue parts) {
    Map<String, AttributeValue> left = new HashMap<>(parts.m());
    left.remove(TrailEntry.ERROR);
    return AttributeValue.fromM(left);
  }

  /** Puts it in the place of the trail as it was read. */
  void put(Put.Builder put, Trail read) {
    put.item(
            Map.of(
                Attributes.ID, key(id),
                Attributes.ENTRIES, AttributeValue.fromL(entries),
                Attributes.ENTRY_COUNT, Values.number(count),
                Attributes.EXPIRATION, Values.seconds(keptUntil)))
        .expressionAttributeNames(Map.of("#count", Attributes.ENTRY_COUNT));
    if (read.count == 0) {
      put.conditionExpression("attribute_not_exists(#count)");
    } else {
      put.conditionExpression("#count = :read")
          .expressionAttributeValues(Map.of(":read", Values.number(read.count)));
    }
  }

  List<TrailEntry> parsed() {
    return entries.stream().map(it -> entry(new Item("trail of " + id, it.m()))).toList();
  }

  private static AttributeValue value(TrailEntry entry) {
    Map<String, AttributeValue> value = new HashMap<>();
    value.put(ENTRY_ID, Values.string(entry.id()));
    value.put(AT, Values.millis(entry.at()));
    value.put(ACTOR, Values.string(entry.actor()));
    entry.reason().ifPresent(it -> value.put(REASON, Values.string(it)));
    value.put(ACTION, Values.string(entry.action()));
    value.put(BEFORE, value(entry.before()));
    value.put(AFTER, value(entry.after()));
    return AttributeValue.fromM(value);
  }

  private static AttributeValue value(Map<String, String> parts) {
    return AttributeValue.fromM(
        parts.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> Values.string(it.getValue()))));
  }

  private static TrailEntry entry(Item item) {
    return new TrailEntry(
        item.string(ENTRY_ID),
        item.millis(AT),
        item.string(ACTOR),
        item.optionalString(REASON),
        item.string(ACTION),
        parts(item, BEFORE),
        parts(item, AFTER));
  }

  private static Map<String, String> parts(Item entry, String name) {
    Item parts = entry.map(name);
    return entry.keys(name).stream().collect(Collectors.toMap(it -> it, parts::string));
  }
}
