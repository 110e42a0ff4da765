package dev.effectivelyonce.operations.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;

/**
 * What is wrong.
 *
 * @param severity how bad it is
 * @param where the resource
 * @param problem without a full stop
 * @param remedy without a full stop
 */
public record Finding(Severity severity, String where, String problem, String remedy) {
  ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("severity", severity.name());
    node.put("where", where);
    node.put("problem", problem);
    node.put("remedy", remedy);
    return node;
  }
}
