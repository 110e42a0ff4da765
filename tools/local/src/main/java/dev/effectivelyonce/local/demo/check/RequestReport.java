package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import java.util.function.Predicate;

/** The lines about requests of the payments API: the answers of the callers, beside the ledger. */
final class RequestReport {
  private final Evidence evidence;
  private final List<RequestTrail> trails;
  private final SectionLines lines;

  RequestReport(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.lines = new SectionLines(Section.REQUESTS, findings);
    this.trails = RequestTrail.all(evidence);
  }

  /** Returns the lines; none if the plan has no requests. */
  List<ReportLine> lines() {
    if (!trails.isEmpty()) {
      addAnswers();
      addRefusals();
      addPromises();
    }
    return lines.all();
  }

  private void addAnswers() {
    long held = count(RequestTrail::isHeld);
    long toBePaid = count(RequestTrail::isToBePaid);
    lines.exactly(
        "Requests", trails.size(), count(RequestTrail::isEnded), "each is answered in the end");
    lines.between("Paid once", toBePaid - held, toBePaid, count(this::isPaidOnce), "none refuses");
    long unheard = count(trail -> trail.isToBePaid() && !trail.isHeld() && mayGoUnheard(trail));
    lines.between(
        "  told so the first time",
        toBePaid - held - unheard,
        toBePaid,
        count(trail -> trail.isToBePaid() && trail.isDone(Source.FIRST)),
        "but for callers who hung up, and deaths");
    lines.judge(
        "  told so by a replay",
        Range.atLeast(count(trail -> isSentLater(trail) && !trail.isHeld())),
        count(trail -> trail.isDone(Source.REPLAYED)),
        "repeated when they were answered");
    lines.judge("Held", mayBeHeld(), held, "policy " + evidence.rules().policy());
  }

  private void addRefusals() {
    Predicate<RequestTrail> refused = trail -> trail.hasKey() && !trail.isToBePaid();
    long most = count(refused);
    long held = count(refused.and(RequestTrail::isHeld));
    lines.between(
        "Refused for good",
        most - held,
        most,
        count(refused.and(RequestTrail::isRefused)),
        "over the balance, no account: 422");
    lines.exactly(
        "Key reused with another payload",
        count(trail -> trail.request().way() == Way.REUSED),
        count(RequestTrail::isReuseRefused),
        "refused: 422");
    Predicate<RequestTrail> malformed = trail -> !trail.hasKey();
    lines.exactly(
        "Malformed, or without a key",
        count(malformed),
        count(malformed.and(RequestTrail::isRefused)),
        "refused: 400");
  }

  private void addPromises() {
    lines.promise("Paid twice", Breach.DOUBLE_EFFECT, "by ledger and balance");
    lines.promise("Refused, and paid", Breach.UNEXPECTED_EFFECT, "by the ledger");
    lines.promise("Answered 2xx, not in the ledger", Breach.ANSWERED_UNPAID, "");
    lines.promise("Answers of one key that differ", Breach.DIFFERENT_ANSWERS, "status and content");
    lines.promise("Answered anew, not replayed", Breach.ANSWERED_ANEW, "");
    lines.promise("Refused or done by mistake", Breach.WRONG_ANSWER, "");
    lines.promise("Completed, not in the ledger", Breach.MISSING_LEDGER_ROW, "");
    lines.promise("In the ledger, not completed", Breach.NOT_COMPLETED, "");
    lines.promise("Accounts out of step", Breach.UNBALANCED, "balance, count and ledger");
  }

  private boolean isPaidOnce(RequestTrail trail) {
    return trail.isToBePaid() && trail.isPaidOnce();
  }

  /**
   * Says whether the first answer may be lost: its caller did not wait, or its process or the
   * network lost it.
   */
  private boolean mayGoUnheard(RequestTrail trail) {
    return trail.request().way() == Way.HANGS_UP
        || trail.request().kind().fault() == Fault.DEADLY
        || !evidence.deliveries().interference().isNone();
  }

  private static boolean isSentLater(RequestTrail trail) {
    return trail.isToBePaid() && trail.request().way() == Way.LATER;
  }

  /** Under HOLD, what died, or under faults what failed. */
  private Range mayBeHeld() {
    if (evidence.rules().allowsRepeats()) {
      return Range.exactly(0);
    }
    boolean isDisturbed = !evidence.deliveries().interference().isNone();
    return isDisturbed
        ? Range.between(0, trails.size())
        : Range.between(0, count(trail -> trail.request().kind().fault() == Fault.DEADLY));
  }

  private long count(Predicate<RequestTrail> which) {
    return trails.stream().filter(which).count();
  }
}
