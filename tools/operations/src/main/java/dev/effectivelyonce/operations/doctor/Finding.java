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
    return Json.with("severity", severity)
        .and("where", where)
        .and("problem", problem)
        .and("remedy", remedy)
        .node();
  }
}
