package dev.effectivelyonce.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.output.ScreenDocument;
import dev.effectivelyonce.operations.doctor.Diagnosis;
import dev.effectivelyonce.operations.doctor.Examination;
import dev.effectivelyonce.operations.doctor.Finding;
import dev.effectivelyonce.operations.doctor.Severity;
import java.util.stream.Collectors;

/** The layout of what the doctor found. */
record DiagnosisDocument(Diagnosis found) implements ScreenDocument {
  @Override
  public String text(Screen screen) {
    return found.consumers().entrySet().stream()
            .map(entry -> text(entry.getKey(), entry.getValue(), screen))
            .collect(Collectors.joining())
        + "%s checks: %s errors, %s warnings, %s could not be checked\n"
            .formatted(
                found.checks(),
                found.count(Severity.ERROR),
                found.count(Severity.WARNING),
                found.count(Severity.UNCHECKED));
  }

  @Override
  public ObjectNode json() {
    return found.json();
  }

  private static String text(String name, Examination examined, Screen screen) {
    return screen.marked(name, Mark.HEADING)
        + (examined.findings().isEmpty() ? ": nothing wrong\n" : "\n")
        + Output.visible(
            examined.facts().stream().map("  %s.\n"::formatted).collect(Collectors.joining()))
        + examined.findings().stream()
            .map(finding -> text(finding, screen))
            .collect(Collectors.joining());
  }

  private static String text(Finding finding, Screen screen) {
    String severity = screen.marked("%-9s".formatted(finding.severity()), mark(finding));
    return "  "
        + severity
        + Output.visible(
            " %s: %s.\n            %s.\n"
                .formatted(finding.where(), finding.problem(), finding.remedy()));
  }

  private static Mark mark(Finding finding) {
    return finding.severity() == Severity.ERROR ? Mark.BAD : Mark.FAILED_AND_HELD;
  }
}
