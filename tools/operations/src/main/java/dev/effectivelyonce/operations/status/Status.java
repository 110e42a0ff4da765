package dev.effectivelyonce.operations.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.deployed.MetricLookups.RingingAlarm;
import dev.effectivelyonce.operations.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How everything is now.
 *
 * @param at when it was looked at
 * @param stack the stack's name, where it is known
 * @param consumers in the configuration's order
 * @param alarms those that ring; empty: not known
 * @param outbox how many messages it holds; empty: there is none, or it is not known
 * @param gaps what is not known, and why
 */
public record Status(
    Instant at,
    Optional<String> stack,
    List<ConsumerStatus> consumers,
    Optional<List<RingingAlarm>> alarms,
    Optional<OutboxDepth> outbox,
    List<Gap> gaps) {
  /**
   * How many messages an outbox holds.
   *
   * @param table its table
   * @param messages how many
   * @param isAll whether it holds no more: one page of it was read
   */
  public record OutboxDepth(String table, long messages, boolean isAll) {}

  /** Returns whether nothing at all is known. */
  public boolean isBlind() {
    return alarms.isEmpty()
        && outbox.isEmpty()
        && consumers.stream().allMatch(it -> it.queue().isEmpty() && it.function().isEmpty());
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("at", at.toString());
    Json.put(node, "stack", stack);
    node.set("consumers", Json.array(consumers.stream().map(ConsumerStatus::json).toList()));
    node.set(
        "alarms",
        alarms.map(them -> Json.array(them.stream().map(Status::json).toList())).orElse(null));
    node.set("outbox", outbox.map(Status::json).orElse(null));
    node.set("unknown", Json.array(gaps.stream().map(Gap::json).toList()));
    return node;
  }

  private static ObjectNode json(RingingAlarm alarm) {
    ObjectNode node = Json.object();
    node.put("name", alarm.name());
    node.put("since", alarm.since().toString());
    node.put("description", alarm.description());
    return node;
  }

  private static ObjectNode json(OutboxDepth outbox) {
    ObjectNode node = Json.object();
    node.put("table", outbox.table());
    node.put("messages", outbox.messages());
    node.put("all", outbox.isAll());
    return node;
  }
}
