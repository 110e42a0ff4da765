package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.List;

/** Judges a run. */
public final class Checker {
  private Checker() {}

  /** Returns what is not as the guarantee promises; in a good run, nothing. */
  public static Findings check(Evidence evidence) {
    List<Violation> found = new ArrayList<>(new MessageCheck(evidence).violations());
    EventCheck events = new EventCheck(evidence);
    evidence.plan().events().values().forEach(it -> found.addAll(events.violations(it)));
    evidence.plan().sentOn().forEach(it -> found.addAll(events.violations(it)));
    found.addAll(new DeadLetters(evidence).violations());
    found.addAll(new PaymentOrder(evidence).violations());
    Repeats repeats = new OrderRuns(evidence).repeats();
    found.addAll(repeats.violations());
    found.addAll(new AccountCheck(evidence).violations());
    found.addAll(new FulfilmentCheck(evidence).violations());
    found.addAll(new RequestCheck(evidence).violations());
    found.addAll(new UnexpectedRows(evidence).violations());
    return new Findings(List.copyOf(found), repeats);
  }
}
