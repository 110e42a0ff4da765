package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.problem.OperationException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finding that its owner accepts.
 *
 * @param rule its id
 * @param resource the resource's id
 * @param reason why it is accepted
 * @param until the last day on which it is accepted; empty if there is none
 */
public record Accepted(String rule, String resource, String reason, Optional<LocalDate> until) {
  private static final Pattern FORM = Pattern.compile("([a-z-]+)=(.+?): +(\\S.*)");
  private static final Set<String> FIELDS = Set.of("rule", "resource", "reason", "until");
  private static final String ENTRIES =
      "Write a list of {\"rule\": …, \"resource\": …, \"reason\": …}, and if you like \"until\":"
          + " \"2030-12-31\", with a rule and a resource as a finding names them";

  /**
   * Reads {@code RULE=RESOURCE: REASON}.
   *
   * @throws OperationException if the text has another form
   */
  public static Accepted of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || !isRule(parts.group(1))) {
      throw OperationException.usage(
          "--accept is \"" + text + "\"",
          "Write RULE=RESOURCE: REASON, with a rule and a resource as a finding names them");
    }
    return new Accepted(parts.group(1), parts.group(2), parts.group(3), Optional.empty());
  }

  /**
   * Reads a file in JSON or YAML: a list of acceptances.
   *
   * @param name as the user wrote it
   * @throws OperationException if the file can't be read, or has anything else in it
   */
  public static List<Accepted> read(Path file, String name) {
    TreeFile source = new TreeFile(file, "The file " + name, ENTRIES);
    JsonNode entries = source.read().root();
    if (!entries.isArray()) {
      throw source.wrong("is no list of accepted findings", ENTRIES);
    }
    List<Accepted> accepted = new ArrayList<>();
    for (JsonNode entry : entries) {
      String place = ", at place " + (accepted.size() + 1);
      accepted.add(entry(entry, it -> source.wrong("has an entry " + it + place, ENTRIES)));
    }
    return accepted;
  }

  private static Accepted entry(JsonNode entry, Function<String, OperationException> wrong) {
    for (String field : List.of("rule", "resource", "reason")) {
      if (!entry.path(field).isTextual() || entry.path(field).asText().isBlank()) {
        throw wrong.apply("whose " + field + " is no text");
      }
    }
    String rule = entry.path("rule").asText();
    if (!isRule(rule)) {
      throw wrong.apply("of the unknown rule " + rule);
    }
    for (Map.Entry<String, JsonNode> field : entry.properties()) {
      if (!FIELDS.contains(field.getKey())) {
        throw wrong.apply("with the unknown field " + field.getKey());
      }
    }
    try {
      return new Accepted(
          rule,
          entry.path("resource").asText(),
          entry.path("reason").asText(),
          entry.has("until")
              ? Optional.of(LocalDate.parse(entry.path("until").asText()))
              : Optional.empty());
    } catch (DateTimeParseException e) {
      throw wrong.apply("whose until is no day");
    }
  }

  private static boolean isRule(String name) {
    return Rules.standard().rules().stream().anyMatch(it -> it.id().equals(name));
  }

  boolean covers(Finding finding) {
    return rule.equals(finding.rule().id()) && resource.equals(finding.resource());
  }

  /** Returns whether its last day is over. */
  public boolean isOver(LocalDate today) {
    return until.filter(today::isAfter).isPresent();
  }

  ObjectNode json() {
    return Json.with("rule", rule)
        .and("resource", resource)
        .and("reason", reason)
        .ifPresent("until", until)
        .node();
  }
}
