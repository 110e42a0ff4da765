package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.doctor.Severity;
import dev.effectivelyonce.operations.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

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

  /** Checks the templates with these names; resources have the numbers of theirs. */
  static List<CheckedTemplate> of(List<String> files, Template template, List<Accepted> accepted) {
    Rules rules = Rules.standard();
    List<Subject> subjects = new Wiring(template, rules.lists()).subjects();
    List<Set<Finding>> found =
        files.stream().<Set<Finding>>map(it -> new LinkedHashSet<>()).toList();
    int[] consumers = new int[files.size()];
    int[] checks = new int[files.size()];
    for (Subject subject : subjects) {
      int file = subject.resource(subject.kind()).file();
      consumers[file]++;
      for (Rule rule : rules.rules()) {
        if (rule.isOf(subject)) {
          checks[file] += check(rule, subject, found);
        }
      }
    }
    return IntStream.range(0, files.size())
        .mapToObj(i -> of(files.get(i), consumers[i], checks[i], found.get(i), accepted))
        .toList();
  }

  private static CheckedTemplate of(
      String file, int consumers, int checks, Set<Finding> found, List<Accepted> accepted) {
    List<Finding> open = new ArrayList<>(found);
    open.removeIf(finding -> accepted.stream().anyMatch(it -> it.covers(finding)));
    List<Accepted> used =
        accepted.stream().filter(it -> found.stream().anyMatch(it::covers)).toList();
    return new CheckedTemplate(file, consumers, checks, open, used);
  }

  private static int check(Rule rule, Subject subject, List<Set<Finding>> all) {
    Resource resource = subject.resource(rule.node().path("at").asText());
    Set<Finding> found = all.get(resource.file());
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
        .and("accepted", accepted.stream().map(Accepted::json).toList())
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
