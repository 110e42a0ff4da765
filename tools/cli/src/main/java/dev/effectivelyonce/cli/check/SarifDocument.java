package dev.effectivelyonce.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.check.CheckedTemplate;
import dev.effectivelyonce.operations.check.Finding;
import dev.effectivelyonce.operations.check.Rule;
import dev.effectivelyonce.operations.check.Rules;
import dev.effectivelyonce.operations.doctor.Severity;
import dev.effectivelyonce.operations.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** What was found, in SARIF 2.1.0. What is accepted is left out. */
record SarifDocument(List<CheckedTemplate> templates) implements Document {
  @Override
  public String text() {
    throw new IllegalStateException("SARIF is written as JSON");
  }

  @Override
  public JsonNode json() {
    ObjectNode driver =
        Json.with("name", "effectively-once check")
            .and("rules", Rules.standard().rules().stream().map(SarifDocument::rule).toList())
            .node();
    List<ObjectNode> results =
        templates.stream()
            .flatMap(it -> it.findings().stream().map(finding -> result(it.file(), finding)))
            .toList();
    ObjectNode run =
        Json.with("tool", Json.with("driver", driver).node()).and("results", results).node();
    return Json.with("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        .and("version", "2.1.0")
        .and("runs", List.of(run))
        .node();
  }

  private static ObjectNode rule(Rule rule) {
    return Json.with("id", rule.id())
        .and("shortDescription", text(rule.what()))
        .and("fullDescription", text(rule.why() + " Without it: " + rule.breaks()))
        .and("defaultConfiguration", Json.with("level", level(rule.severity())).node())
        .node();
  }

  private static ObjectNode result(String file, Finding finding) {
    ObjectNode place =
        Json.with("artifactLocation", Json.with("uri", uri(file)).node())
            .and("region", Json.with("startLine", finding.line()).node())
            .node();
    ObjectNode location =
        Json.with("physicalLocation", place)
            .and(
                "logicalLocations",
                List.of(Json.with("fullyQualifiedName", finding.resource()).node()))
            .node();
    return Json.with("ruleId", finding.rule().id())
        .and("level", level(finding.severity()))
        .and(
            "message",
            text(
                "%s: %s. %s %s."
                    .formatted(
                        finding.where(),
                        finding.problem(),
                        finding.rule().breaks(),
                        finding.remedy())))
        .and("locations", List.of(location))
        .node();
  }

  private static ObjectNode text(String text) {
    return Json.with("text", text).node();
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case UNCHECKED -> "note";
    };
  }

  private static String uri(String file) {
    try {
      return new URI(null, null, file, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "template";
    }
  }
}
