package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.doctor.Severity;
import dev.effectivelyonce.operations.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What was found in a template.
 *
 * @param file as it was named
 * @param consumers how many consumers and queues it has
 * @param checks how many rules were checked
 * @param findings what is wrong, or could not be checked
 * @param accepted what would be a finding, and is accepted
 */
public record CheckedTemplate(
    String file, int consumers, int checks, List<Finding> findings, List<Accepted> accepted) {

  static CheckedTemplate of(String file, Template template, List<Accepted> accepted) {
    Rules rules = Rules.standard();
    List<Subject> subjects = new Wiring(template, rules.lists()).subjects();
    Set<Finding> found = new LinkedHashSet<>();
    int checks = 0;
    for (Subject subject : subjects) {
      for (Rule rule : rules.rules()) {
        if (rule.isOf(subject)) {
          checks += check(rule, subject, found);
        }
      }
    }
    List<Finding> open = new ArrayList<>(found);
    open.removeIf(finding -> accepted.stream().anyMatch(it -> it.covers(finding)));
    List<Accepted> used =
        accepted.stream().filter(it -> found.stream().anyMatch(it::covers)).toList();
    return new CheckedTemplate(file, subjects.size(), checks, open, used);
  }

  private static int check(Rule rule, Subject subject, Set<Finding> found) {
    Resource resource = subject.resource(rule.node().path("at").asText());
    return rule.of(subject)
        .map(
            verdict ->
                switch (verdict) {
                  case Verdict.Holds() -> 1;
                  case Verdict.Broken(String problem, String remedy) -> {
                    found.add(finding(rule, rule.severity(), resource, problem, remedy));
                    yield 1;
                  }
                  case Verdict.Unknown() -> {
                    found.add(
                        finding(
                            rule,
                            Severity.UNCHECKED,
                            resource,
                            "only the deployment knows whether this holds: "
                                + rule.what().replaceFirst("\\.$", ""),
                            "Run `effectively-once doctor` after the deployment"));
                    yield 0;
                  }
                })
        .orElse(0);
  }

  private static Finding finding(
      Rule rule, Severity severity, Resource resource, String problem, String remedy) {
    return new Finding(
        rule, severity, resource.id(), resource.shown(), resource.line(), problem, remedy);
  }

  /** Returns how many findings are so bad. */
  public long count(Severity severity) {
    return findings.stream().filter(it -> it.severity() == severity).count();
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    return Json.with("template", file)
        .and("consumers", consumers)
        .and("checks", checks)
        .and("errors", count(Severity.ERROR))
        .and("warnings", count(Severity.WARNING))
        .and("unchecked", count(Severity.UNCHECKED))
        .and("findings", findings.stream().map(CheckedTemplate::json).toList())
        .and(
            "accepted",
            accepted.stream()
                .map(
                    it ->
                        Json.with("rule", it.rule())
                            .and("resource", it.resource())
                            .and("reason", it.reason())
                            .node())
                .toList())
        .node();
  }

  private static ObjectNode json(Finding finding) {
    return Json.with("rule", finding.rule().id())
        .and("severity", finding.severity())
        .and("resource", finding.resource())
        .and("where", finding.where())
        .and("line", finding.line())
        .and("problem", finding.problem())
        .and("breaks", finding.rule().breaks())
        .and("remedy", finding.remedy())
        .node();
  }
}
