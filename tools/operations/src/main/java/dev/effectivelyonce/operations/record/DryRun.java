package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What an intervention would write.
 *
 * @param before the record as it is
 * @param after the record as it would be
 */
public record DryRun(RecordView before, RecordView after) {
  private static final String NOTHING = "none";

  /**
   * A part of the record that would change.
   *
   * @param before what it is
   * @param after what it would be
   */
  public record Part(String before, String after) {}

  /** Returns the parts that would change, by their names. */
  public SortedMap<String, Part> changes() {
    Map<String, String> was = parts(before);
    Map<String, String> is = parts(after);
    SortedMap<String, Part> changes = new TreeMap<>();
    Stream.of(was, is)
        .flatMap(parts -> parts.keySet().stream())
        .map(name -> Map.entry(name, new Part(of(was, name), of(is, name))))
        .filter(it -> !it.getValue().before().equals(it.getValue().after()))
        .forEach(it -> changes.put(it.getKey(), it.getValue()));
    return changes;
  }

  private static String of(Map<String, String> parts, String name) {
    return parts.getOrDefault(name, NOTHING);
  }

  /** Returns the parts that its trail has, and of the others no more than is shown anywhere. */
  private static Map<String, String> parts(RecordView view) {
    IdempotencyRecord record = view.record().orElseThrow();
    Map<String, String> parts =
        new TreeMap<>(
            TrailEntry.of("-", record.stamp().at(), "-", Optional.empty(), "-", record, record)
                .before());
    parts.put("result", StepView.result(record.result()));
    parts.put("readableKey", record.readableKey().map(it -> "kept").orElse(NOTHING));
    record.steps().forEach(step -> parts.put("step " + step.name(), text(step)));
    return parts;
  }

  private static String text(Step step) {
    return "%s, attempt %s, result %s%s"
        .formatted(
            step.state(),
            step.attempt(),
            StepView.result(step.result()),
            step.why().map(why -> ": " + why).orElse(""));
  }

  /** Returns it for programs, with what to do next in these words. */
  public ObjectNode json(Move.Words words) {
    Map<String, ObjectNode> changes = new TreeMap<>();
    changes()
        .forEach(
            (name, part) ->
                changes.put(
                    name, Json.with("before", part.before()).and("after", part.after()).node()));
    return Json.with("dryRun", true)
        .and("count", 1)
        .and("changes", changes)
        .and("before", before.json(words))
        .and("after", after.json(words))
        .node();
  }
}
