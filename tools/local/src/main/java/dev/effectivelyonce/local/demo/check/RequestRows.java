package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import java.util.function.Predicate;

/** The rows of requests of the payments API: the answers of the callers, beside the ledger. */
final class RequestRows {
  private final Evidence evidence;
  private final List<RequestTrail> trails;
  private final Rows rows;

  RequestRows(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.rows = new Rows(Section.REQUESTS, findings);
    this.trails = RequestTrail.all(evidence);
  }

  /** Returns the rows; none if the plan has no requests. */
  List<Row> all() {
    if (!trails.isEmpty()) {
      addPaid();
      addRefused();
      addPromises();
    }
    return rows.all();
  }

  private void addPaid() {
    Predicate<RequestTrail> toBePaid = RequestTrail::isToBePaid;
    Predicate<RequestTrail> notHeld = trail -> !trail.isHeld();
    long held = count(RequestTrail::isHeld);
    long most = count(toBePaid);
    long unheard = count(toBePaid.and(notHeld).and(this::mayGoUnheard));
    long later = count(toBePaid.and(notHeld).and(trail -> trail.request().way() == Way.LATER));
    String answered = "each is answered in the end";
    rows.row("Requests", trails.size(), count(RequestTrail::isEnded), answered)
        .row(
            "Paid once",
            Range.between(most - held, most),
            count(toBePaid.and(RequestTrail::isPaidOnce)),
            "none refuses")
        .row(
            "  told so the first time",
            Range.between(most - held - unheard, most),
            count(toBePaid.and(trail -> trail.isDone(Source.FIRST))),
            "but for those left in doubt")
        .row(
            "  told so by a replay",
            Range.atLeast(later),
            count(trail -> trail.isDone(Source.REPLAYED)),
            "repeated when they were answered")
        .row("Held", mayBeHeld(), held, "policy " + evidence.rules().policy());
  }

  private void addRefused() {
    Predicate<RequestTrail> malformed = trail -> !trail.hasKey();
    Predicate<RequestTrail> refused = trail -> trail.hasKey() && !trail.isToBePaid();
    long most = count(refused);
    rows.row(
            "Refused for good",
            Range.between(most - count(refused.and(RequestTrail::isHeld)), most),
            count(refused.and(RequestTrail::isRefused)),
            "over the balance, no account: 422")
        .row(
            "Key reused with another payload",
            count(trail -> trail.request().way() == Way.REUSED),
            count(RequestTrail::isReuseRefused),
            "refused: 422")
        .row(
            "Malformed, or without a key",
            count(malformed),
            count(malformed.and(RequestTrail::isRefused)),
            "refused: 400");
  }

  private void addPromises() {
    rows.never("Paid twice", Breach.DOUBLE_EFFECT, "by ledger and balance")
        .never("Refused, and paid", Breach.UNEXPECTED_EFFECT, "by the ledger")
        .never("Answered 2xx, not in the ledger", Breach.ANSWERED_UNPAID, "")
        .never("Answers of one key that differ", Breach.DIFFERENT_ANSWERS, "status and content")
        .never("Answered anew, not replayed", Breach.ANSWERED_ANEW, "")
        .never("Refused or done by mistake", Breach.WRONG_ANSWER, "")
        .inStepWithLedger();
  }

  /** Says whether the first answer may be lost: to its caller, or on the network. */
  private boolean mayGoUnheard(RequestTrail trail) {
    return trail.isInDoubt() || evidence.isDisturbed();
  }

  /** Under HOLD, what its caller was left in doubt of, or under faults what failed. */
  private Range mayBeHeld() {
    long most = evidence.isDisturbed() ? trails.size() : count(RequestTrail::isInDoubt);
    return Range.between(0, evidence.rules().allowsRepeats() ? 0 : most);
  }

  private long count(Predicate<RequestTrail> which) {
    return trails.stream().filter(which).count();
  }
}
