package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.deployed.LookupResult;
import dev.effectivelyonce.operations.deployed.LookupResult.NotAsked;
import dev.effectivelyonce.operations.deployed.LookupResult.Unknown;
import dev.effectivelyonce.operations.deployed.LookupResult.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is found at one consumer. */
public final class Examination {
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private int checks;

  Examination() {}

  /** A rule that must hold. */
  void require(boolean holds, String where, String problem, String remedy) {
    check(Severity.ERROR, holds, where, problem, remedy);
  }

  /** A rule that should hold. */
  void expect(boolean holds, String where, String problem, String remedy) {
    check(Severity.WARNING, holds, where, problem, remedy);
  }

  /** What is worth knowing, right or wrong. */
  void note(String fact) {
    facts.add(fact);
  }

  /** Examines what is known; what is not is a finding of its own. */
  <T> void of(LookupResult<T> known, String where, String what, Consumer<T> rules) {
    switch (known) {
      case Value<T>(T value) -> rules.accept(value);
      case Unknown<T>(String why, String remedy) ->
          unchecked(where, "could not check " + what + ": " + why, remedy);
      case NotAsked<T>(Service service) ->
          unchecked(
              where,
              "%s was not checked: no endpoint for %s was given".formatted(what, service.text()),
              "Give --endpoint %s=URL if it is there".formatted(service.text()));
    }
  }

  /** Returns how many rules were checked. */
  public int checks() {
    return checks;
  }

  /** Returns what is worth knowing, right or wrong. */
  public List<String> facts() {
    return List.copyOf(facts);
  }

  /** Returns what is wrong, or could not be looked at. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  private void unchecked(String where, String problem, String remedy) {
    findings.add(new Finding(Severity.UNCHECKED, where, problem, remedy));
  }

  private void check(
      Severity severity, boolean holds, String where, String problem, String remedy) {
    checks++;
    if (!holds) {
      findings.add(new Finding(severity, where, problem, remedy));
    }
  }
}
