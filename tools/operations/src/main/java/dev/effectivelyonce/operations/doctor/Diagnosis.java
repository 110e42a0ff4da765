package dev.effectivelyonce.operations.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import java.util.Map;

/**
 * What was found.
 *
 * @param consumers by name
 */
public record Diagnosis(Map<String, Examination> consumers) {
  /** Returns how many findings are so bad. */
  public long count(Severity severity) {
    return consumers.values().stream()
        .flatMap(it -> it.findings().stream())
        .filter(finding -> finding.severity() == severity)
        .count();
  }

  /** Returns how many rules were checked. */
  public int checks() {
    return consumers.values().stream().mapToInt(Examination::checks).sum();
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("checks", checks());
    node.put("errors", count(Severity.ERROR));
    node.put("warnings", count(Severity.WARNING));
    node.put("unchecked", count(Severity.UNCHECKED));
    node.set(
        "consumers",
        Json.array(
            consumers.entrySet().stream()
                .map(entry -> json(entry.getKey(), entry.getValue()))
                .toList()));
    return node;
  }

  private static ObjectNode json(String name, Examination examined) {
    ObjectNode node = Json.object();
    node.put("consumer", name);
    node.put("checks", examined.checks());
    ArrayNode facts = node.putArray("facts");
    examined.facts().forEach(facts::add);
    node.set("findings", Json.array(examined.findings().stream().map(Finding::json).toList()));
    return node;
  }
}
