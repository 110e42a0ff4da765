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
    return Json.with("at", at)
        .and("stack", stack)
        .and("consumers", consumers.stream().map(ConsumerStatus::json).toList())
        .and("alarms", alarms.map(them -> them.stream().map(Status::json).toList()))
        .and("outbox", outbox.map(Status::json))
        .and("unknown", gaps.stream().map(Gap::json).toList())
        .node();
  }

  private static ObjectNode json(RingingAlarm alarm) {
    return Json.with("name", alarm.name())
        .and("since", alarm.since())
        .and("description", alarm.description())
        .node();
  }

  private static ObjectNode json(OutboxDepth outbox) {
    return Json.with("table", outbox.table())
        .and("messages", outbox.messages())
        .and("all", outbox.isAll())
        .node();
  }
}
