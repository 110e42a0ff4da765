package dev.effectivelyonce.operations.doctor;

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
    return Json.with("checks", checks())
        .and("errors", count(Severity.ERROR))
        .and("warnings", count(Severity.WARNING))
        .and("unchecked", count(Severity.UNCHECKED))
        .and(
            "consumers",
            consumers.entrySet().stream()
                .map(entry -> json(entry.getKey(), entry.getValue()))
                .toList())
        .node();
  }

  private static ObjectNode json(String name, Examination examined) {
    return Json.with("consumer", name)
        .and("checks", examined.checks())
        .and("facts", examined.facts())
        .and("findings", examined.findings().stream().map(Finding::json).toList())
        .node();
  }
}
