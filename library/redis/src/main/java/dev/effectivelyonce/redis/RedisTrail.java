package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.redis.Commands.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps the trail of a record in a hash of its own: each part of an entry is a field that begins
 * with the entry's number. One script writes it with the record.
 */
record RedisTrail(RedisStore store, Commands commands) implements AuditLog {
  private static final String ID = "id";
  private static final String AT = "at";
  private static final String ACTOR = "actor";
  private static final String REASON = "reason";
  private static final String ACTION = "action";
  private static final String BEFORE = "before:";
  private static final String AFTER = "after:";
  private static final String ERASE = "erase";

  /** The life of a trail that is kept as long as before, and refuses where there is none. */
  private static final String AS_BEFORE = "0";

  @Override
  public WriteResult write(Write.ByOperator write, TrailEntry entry) {
    return store.write(write, write.known(), swap -> sent(swap, write, entry));
  }

  /** Returns the first answer again, from the decision as it was taken. */
  private static WriteResult repeated(Write.ByOperator write) {
    return new WriteResult.Written(RecordSwap.of(write, write.known()).after());
  }

  private WriteResult sent(RecordSwap swap, Write.ByOperator write, TrailEntry entry) {
    Duration life = Duration.between(entry.at(), AuditLog.keptUntil(write, entry));
    String erase = write instanceof Write.Erase ? ERASE : "";
    List<String> reply = run(swap.id(), swap.arguments(), RecordSwap.millis(life), erase, entry);
    return reply.getFirst().equals("repeated")
        ? repeated(write)
        : RedisStore.result(swap.id(), reply);
  }

  /** {@inheritDoc} The script gets nothing to check or to change in the record. */
  @Override
  public boolean erase(RecordId id, TrailEntry entry) {
    List<String> nothing = new ArrayList<>(List.of("0", "0", "0", "", ""));
    return !run(id, nothing, AS_BEFORE, ERASE, entry).getFirst().equals("refused");
  }

  private List<String> run(
      RecordId id, List<String> arguments, String life, String erase, TrailEntry entry) {
    arguments.addAll(List.of(life, String.valueOf(KEPT), erase, entry.id()));
    RecordSwap.addAll(arguments, RecordSwap.pairs(fields(entry)));
    List<String> keys = List.of(Fields.key(id), Fields.trailKey(id));
    return Script.WRITE.run(commands, new Call(keys, arguments));
  }

  private Map<String, String> hash(RecordId id) {
    Call call = new Call(List.of(Fields.trailKey(id)), List.of());
    return RecordSwap.hash(Script.READ.run(commands, call), 0);
  }

  private static Map<String, String> fields(TrailEntry entry) {
    Map<String, String> fields = new HashMap<>();
    fields.put(ID, entry.id());
    fields.put(AT, String.valueOf(entry.at().toEpochMilli()));
    fields.put(ACTOR, entry.actor());
    entry.reason().ifPresent(it -> fields.put(REASON, it));
    fields.put(ACTION, entry.action());
    entry.before().forEach((part, value) -> fields.put(BEFORE + part, value));
    entry.after().forEach((part, value) -> fields.put(AFTER + part, value));
    return fields;
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    Map<Long, Map<String, String>> entries = new TreeMap<>();
    hash(id)
        .forEach(
            (field, value) -> {
              String[] parts = field.split(":", 2);
              if (parts.length == 2 && !parts[0].equals("entry")) {
                entries
                    .computeIfAbsent(Long.valueOf(parts[0]), number -> new HashMap<>())
                    .put(parts[1], value);
              }
            });
    return entries.values().stream().map(it -> entry(id, it)).toList();
  }

  private static TrailEntry entry(RecordId id, Map<String, String> fields) {
    try {
      return new TrailEntry(
          required(fields, ID),
          Instant.ofEpochMilli(Long.parseLong(required(fields, AT))),
          required(fields, ACTOR),
          Optional.ofNullable(fields.get(REASON)),
          required(fields, ACTION),
          parts(fields, BEFORE),
          parts(fields, AFTER));
    } catch (IllegalArgumentException e) {
      throw RedisErrors.unreadable(id, e);
    }
  }

  private static String required(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() -> new IllegalArgumentException("An entry has no " + name));
  }

  private static Map<String, String> parts(Map<String, String> fields, String beginning) {
    Map<String, String> parts = new HashMap<>();
    fields.forEach(
        (field, value) -> {
          if (field.startsWith(beginning)) {
            parts.put(field.substring(beginning.length()), value);
          }
        });
    return parts;
  }
}
