package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.redis.Commands.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A write as one call of the script: the record is changed if it still is as it was seen. Whether
 * the write's guard holds for the record as seen is decided before, by the guard itself.
 *
 * @param after the record after the write
 */
record RecordSwap(Write write, Optional<IdempotencyRecord> seen, IdempotencyRecord after) {
  /** The fields that may be absent, and whose presence is compared; a result goes with them. */
  private static final Set<String> OPTIONAL =
      Set.of(
          Fields.FINGERPRINT,
          Fields.BUSINESS_KEY,
          Fields.OMITTED,
          Fields.ERROR,
          Fields.GENERATION,
          Fields.FUNCTION,
          Fields.PAYLOAD,
          Fields.ACKNOWLEDGED);

  private static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);

  static RecordSwap of(Write write, Optional<IdempotencyRecord> seen) {
    IdempotencyRecord after = write.after(seen).orElseThrow();
    return new RecordSwap(write, seen, RecordCodec.fitted(after));
  }

  RecordId id() {
    return write.id();
  }

  Call call() {
    return new Call(List.of(Fields.key(id())), arguments());
  }

  List<String> arguments() {
    Map<String, String> before = seen.map(RecordCodec::fields).orElseGet(Map::of);
    Map<String, String> sets = RecordCodec.fields(after);
    List<String> deletes =
        before.keySet().stream().filter(field -> !sets.containsKey(field)).toList();
    boolean isWhole = !(write instanceof Write.Change);
    if (!isWhole) {
      sets.entrySet().removeAll(before.entrySet());
    }
    List<String> arguments = new ArrayList<>();
    addAll(arguments, checks(before, sets));
    addAll(arguments, pairs(sets));
    addAll(arguments, deletes);
    arguments.add(life(sets));
    arguments.add(isWhole ? "whole" : "");
    return arguments;
  }

  private List<String> checks(Map<String, String> before, Map<String, String> sets) {
    if (seen.isEmpty()) {
      return List.of("none", "", "");
    }
    List<String> checks = new ArrayList<>();
    before.forEach(
        (field, value) -> {
          if (field.startsWith(Fields.STEP)) {
            checks.addAll(List.of("begins", field, RecordCodec.beginning(value)));
          } else if (!field.equals(Fields.DATA)) {
            checks.addAll(List.of("is", field, value));
          }
        });
    Set<String> absent = new HashSet<>(OPTIONAL);
    sets.keySet().stream().filter(it -> it.startsWith(Fields.STEP)).forEach(absent::add);
    absent.removeAll(before.keySet());
    absent.forEach(field -> checks.addAll(List.of("absent", field, "")));
    return checks;
  }

  /** Returns for how long the record is kept from now on, by no clock; nothing where that stays. */
  private String life(Map<String, String> sets) {
    Duration life = Duration.between(after.stamp().at(), after.stamp().keptUntil());
    return sets.containsKey(Fields.KEPT_UNTIL) || sets.containsKey(Fields.UPDATED_AT)
        ? millis(life)
        : "";
  }

  static String millis(Duration life) {
    return String.valueOf(Math.max(SHORTEST_LIFE.toMillis(), life.toMillis()));
  }

  static void addAll(List<String> arguments, List<String> list) {
    arguments.add(String.valueOf(list.size()));
    arguments.addAll(list);
  }

  static List<String> pairs(Map<String, String> fields) {
    List<String> pairs = new ArrayList<>();
    fields.forEach(
        (field, value) -> {
          pairs.add(field);
          pairs.add(value);
        });
    return pairs;
  }

  /** Returns the fields of a reply from a place on. */
  static Map<String, String> hash(List<String> reply, int from) {
    Map<String, String> hash = new HashMap<>();
    for (int i = from; i < reply.size(); i += 2) {
      hash.put(reply.get(i), reply.get(i + 1));
    }
    return hash;
  }
}
