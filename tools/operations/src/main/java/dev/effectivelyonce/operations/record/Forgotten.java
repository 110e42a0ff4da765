package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;

/**
 * A record that was forgotten.
 *
 * @param before the record as it was
 */
public record Forgotten(RecordView before) {
  /** Returns it for programs, with what was to be done in these words. */
  public ObjectNode json(Move.Words words) {
    ObjectNode node = Json.object();
    node.put("forgotten", before.id().value());
    node.set("before", before.json(words));
    return node;
  }
}
