package dev.effectivelyonce.local.demo.check;

/** Judges a run. */
final class Checker {
  private Checker() {}

  /** Returns what is not as the guarantee promises; in a good run, nothing. */
  static Findings check(Evidence evidence) {
    Findings found = new Findings(evidence);
    new MessageCheck(evidence, found).check();
    new EventCheck(evidence, found).check();
    new PaymentOrder(evidence, found).check();
    new AccountCheck(evidence, found).check();
    new BookCheck(evidence, found).check();
    new FulfilmentCheck(evidence, found).check();
    new RequestCheck(evidence, found).check();
    return found;
  }
}
