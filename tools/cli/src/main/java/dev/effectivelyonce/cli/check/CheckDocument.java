package dev.effectivelyonce.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.output.ScreenDocument;
import dev.effectivelyonce.operations.check.CheckedTemplate;
import dev.effectivelyonce.operations.check.Finding;
import dev.effectivelyonce.operations.doctor.Severity;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.stream.Collectors;

/** The layout of what was found in templates. */
record CheckDocument(List<CheckedTemplate> templates) implements ScreenDocument {
  @Override
  public String text(Screen screen) {
    return templates.stream().map(it -> text(it, screen)).collect(Collectors.joining())
        + "%s checks: %s errors, %s warnings, %s could not be checked, %s accepted\n"
            .formatted(
                templates.stream().mapToInt(CheckedTemplate::checks).sum(),
                count(Severity.ERROR),
                count(Severity.WARNING),
                count(Severity.UNCHECKED),
                templates.stream().mapToInt(it -> it.accepted().size()).sum());
  }

  @Override
  public JsonNode json() {
    return Json.with("errors", count(Severity.ERROR))
        .and("warnings", count(Severity.WARNING))
        .and("unchecked", count(Severity.UNCHECKED))
        .and("templates", templates.stream().map(CheckedTemplate::json).toList())
        .node();
  }

  private long count(Severity severity) {
    return templates.stream().mapToLong(it -> it.count(severity)).sum();
  }

  private static String text(CheckedTemplate template, Screen screen) {
    return screen.marked(Output.oneLine(template.file()), Mark.HEADING)
        + summary(template)
        + template.findings().stream().map(it -> text(it, screen)).collect(Collectors.joining())
        + template.accepted().stream()
            .map(
                it ->
                    "  accepted  %s: %s: %s%s\n"
                        .formatted(
                            it.rule(),
                            Output.oneLine(it.resource()),
                            Output.oneLine(it.reason()),
                            it.until().map(" (until %s)"::formatted).orElse("")))
            .collect(Collectors.joining());
  }

  private static String summary(CheckedTemplate template) {
    if (!template.findings().isEmpty()) {
      return "\n";
    }
    return template.consumers() == 0 && template.accepted().isEmpty()
        ? ": nothing to check: it has no event source mapping of a queue or stream, no queue"
            + " with a dead-letter queue, and no function of this library\n"
        : ": nothing wrong\n";
  }

  private static String text(Finding finding, Screen screen) {
    Mark mark = finding.severity() == Severity.ERROR ? Mark.BAD : Mark.FAILED_AND_HELD;
    String harm =
        finding.severity() == Severity.UNCHECKED
            ? ""
            : "            %s\n".formatted(finding.rule().breaks());
    return "  "
        + screen.marked("%-9s".formatted(finding.severity()), mark)
        + " %s: %s: %s.\n"
            .formatted(
                finding.rule().id(),
                Output.oneLine(finding.where()),
                Output.oneLine(finding.problem()))
        + harm
        + "            %s.\n".formatted(Output.oneLine(finding.remedy()));
  }
}
