package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * A record as shown. Its business key is shown only where the record or the user has it in clear,
 * and a kept result never: either may be personal data.
 *
 * @param address which record
 * @param state what it means now
 * @param record empty if there is none
 * @param isOtherPayload whether the message that the user gave contradicts it
 * @param advice what to do
 * @param trail what operators did to it, oldest first; empty where nobody looked
 */
public record RecordView(
    Address address,
    State state,
    Optional<IdempotencyRecord> record,
    boolean isOtherPayload,
    Advice advice,
    Optional<List<TrailEntry>> trail) {
  /** Returns whether nothing but its trail may be left of it. */
  public boolean isGone() {
    return record.filter(it -> !it.isForgotten()).isEmpty();
  }

  /** Returns the record's id. */
  public RecordId id() {
    return address.id();
  }

  /** Returns it for programs, with what to do next in these words. */
  public ObjectNode json(Move.Words words) {
    return Json.with("recordId", id())
        .and("consumer", id().value().substring(0, id().value().indexOf('#')))
        .and("keyHash", id().keyHash())
        .and("key", key())
        .and("state", state)
        .and("status", record.map(IdempotencyRecord::status))
        .and("attempt", record.map(IdempotencyRecord::attempt).orElse(0))
        .and("owner", record.map(IdempotencyRecord::owner))
        .and("leaseUntil", record.map(IdempotencyRecord::leaseUntil))
        .and("updatedAt", record.map(it -> it.stamp().at()))
        .and("keptUntil", record.filter(it -> !it.isOpen()).map(it -> it.stamp().keptUntil()))
        .and("error", record.flatMap(IdempotencyRecord::error))
        .and("result", record.map(it -> StepView.result(it.result())).orElse("none"))
        .and("steps", steps().stream().map(StepView::json).toList())
        .and("acknowledged", isAcknowledged())
        .and("otherPayload", isOtherPayload)
        .ifPresent("note", address.note())
        .and("next", advice.json(words))
        .ifPresent("trail", trail.map(all -> all.stream().map(RecordView::json).toList()))
        .node();
  }

  private static ObjectNode json(TrailEntry entry) {
    return Json.with("id", entry.id())
        .and("at", entry.at())
        .and("actor", entry.actor())
        .and("reason", entry.reason())
        .and("action", entry.action())
        .and("before", Json.tree(entry.before()))
        .and("after", Json.tree(entry.after()))
        .node();
  }

  /** Returns whether an operator has acknowledged its failure. */
  public boolean isAcknowledged() {
    return record.filter(IdempotencyRecord::isAcknowledged).isPresent();
  }

  /** Returns the steps of the record, in their order. */
  public List<Step> steps() {
    return record.map(IdempotencyRecord::steps).orElse(List.of());
  }

  /** Returns the business key, where the user or the record has it in clear. */
  public Optional<String> key() {
    return address.key().or(() -> record.flatMap(IdempotencyRecord::readableKey));
  }
}
