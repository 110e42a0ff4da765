package dev.effectivelyonce.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Json;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was found.
 *
 * @param consumers by name
 */
record Diagnosis(Map<String, Examination> consumers) implements Document {
  long count(Severity severity) {
    return consumers.values().stream()
        .flatMap(it -> it.findings().stream())
        .filter(finding -> finding.severity() == severity)
        .count();
  }

  int checks() {
    return consumers.values().stream().mapToInt(Examination::checks).sum();
  }

  @Override
  public String text() {
    return consumers.entrySet().stream()
            .map(entry -> text(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining())
        + "%d checks: %d errors, %d warnings, %d could not be checked\n"
            .formatted(
                checks(),
                count(Severity.ERROR),
                count(Severity.WARNING),
                count(Severity.UNCHECKED));
  }

  @Override
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

  private static String text(String name, Examination examined) {
    return name
        + (examined.findings().isEmpty() ? ": nothing wrong\n" : "\n")
        + examined.facts().stream().map("  %s.\n"::formatted).collect(Collectors.joining())
        + examined.findings().stream().map(Finding::text).collect(Collectors.joining());
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
