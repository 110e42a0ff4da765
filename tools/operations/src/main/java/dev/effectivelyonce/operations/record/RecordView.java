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
    ObjectNode node = Json.object();
    node.put("recordId", id().value());
    node.put("consumer", id().value().substring(0, id().value().indexOf('#')));
    node.put("keyHash", id().keyHash());
    Json.put(node, "key", key());
    node.put("state", state.name());
    Json.put(node, "status", record.map(IdempotencyRecord::status));
    node.put("attempt", record.map(IdempotencyRecord::attempt).orElse(0));
    Json.put(node, "owner", record.map(IdempotencyRecord::owner));
    Json.put(node, "leaseUntil", record.map(IdempotencyRecord::leaseUntil));
    Json.put(node, "updatedAt", record.map(it -> it.stamp().at()));
    Json.put(
        node, "keptUntil", record.filter(it -> !it.isOpen()).map(it -> it.stamp().keptUntil()));
    Json.put(node, "error", record.flatMap(IdempotencyRecord::error));
    node.put("result", record.map(it -> StepView.result(it.result())).orElse("none"));
    node.set("steps", Json.array(steps().stream().map(StepView::json).toList()));
    node.put("acknowledged", isAcknowledged());
    node.put("otherPayload", isOtherPayload);
    address.note().ifPresent(note -> node.put("note", note));
    node.set("next", advice.json(words));
    trail.ifPresent(
        entries -> node.set("trail", Json.array(entries.stream().map(RecordView::json).toList())));
    return node;
  }

  private static ObjectNode json(TrailEntry entry) {
    ObjectNode node = Json.object();
    node.put("id", entry.id());
    node.put("at", entry.at().toString());
    node.put("actor", entry.actor());
    Json.put(node, "reason", entry.reason());
    node.put("action", entry.action());
    node.set("before", Json.tree(entry.before()));
    node.set("after", Json.tree(entry.after()));
    return node;
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
