package dev.effectivelyonce.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Json;

/**
 * What is wrong.
 *
 * @param severity how bad it is
 * @param where the resource
 * @param problem without a full stop
 * @param remedy without a full stop
 */
record Finding(Severity severity, String where, String problem, String remedy) {
  String text() {
    return "  %-9s %s: %s.\n            %s.\n".formatted(severity, where, problem, remedy);
  }

  ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("severity", severity.name());
    node.put("where", where);
    node.put("problem", problem);
    node.put("remedy", remedy);
    return node;
  }
}
