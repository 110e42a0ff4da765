package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Json;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.util.List;
import java.util.Optional;

/**
 * A record as shown. Its business key is shown only where the record or the user has it in clear,
 * and a kept result never: either may be personal data.
 *
 * @param id the record
 * @param state what it means now
 * @param record empty if there is none
 * @param givenKey the key that the user gave
 * @param isOtherPayload whether the message that the user gave contradicts it
 * @param advice what to do
 */
record RecordView(
    RecordId id,
    State state,
    Optional<IdempotencyRecord> record,
    Optional<String> givenKey,
    boolean isOtherPayload,
    Advice advice)
    implements Document {

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "Record", id.value());
    key().ifPresent(key -> line(text, "Key", key));
    line(text, "State", state.name());
    record.ifPresent(it -> lines(text, it));
    if (isOtherPayload) {
      line(text, "Payload", "ANOTHER than that of this message: the key was used twice");
    }
    return text.append(advice.lines()).toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("recordId", id.value());
    node.put("consumer", id.value().substring(0, id.value().indexOf('#')));
    node.put("keyHash", id.keyHash());
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
    node.put("result", record.map(it -> result(it.result())).orElse("none"));
    node.set("steps", Json.array(steps().stream().map(StepView::json).toList()));
    node.put("otherPayload", isOtherPayload);
    node.set("next", advice.json());
    return node;
  }

  private void lines(StringBuilder text, IdempotencyRecord it) {
    line(text, "Status", it.status() + ", attempt " + it.attempt());
    line(text, "Owner", it.owner().value());
    line(text, "Lease until", it.leaseUntil().toString());
    line(text, "Updated", it.stamp().at().toString());
    line(
        text,
        "Kept until",
        it.isOpen()
            ? "it ends or is settled, as it is half done"
            : it.stamp().keptUntil().toString());
    it.error().ifPresent(error -> line(text, "Error", error.text()));
    line(text, "Result", result(it.result()));
    steps().forEach(step -> line(text, "Step " + step.position(), StepView.text(step)));
  }

  private List<Step> steps() {
    return record.map(IdempotencyRecord::steps).orElse(List.of());
  }

  private Optional<String> key() {
    return givenKey.or(() -> record.flatMap(IdempotencyRecord::readableKey));
  }

  static String result(StoredResult result) {
    return switch (result) {
      case Text ignored -> "kept";
      case Omitted omitted -> "omitted, " + omitted.reason();
      case StoredResult.None none -> "none";
    };
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-13s %s\n".formatted(name, value));
  }
}
