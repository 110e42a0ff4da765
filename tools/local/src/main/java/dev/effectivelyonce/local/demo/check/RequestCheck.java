package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether the ledger agrees with the answers that callers got. Each key that was answered
 * 2xx is booked once, whatever died and however often it was sent. What was refused is not booked.
 */
record RequestCheck(Evidence evidence, Findings found) {
  void check() {
    List<RequestTrail> trails = RequestTrail.all(evidence);
    trails.forEach(this::checkLedger);
    trails.forEach(this::checkAnswers);
    checkStrangers(trails);
  }

  private void checkLedger(RequestTrail trail) {
    boolean isBooked = !trail.entries().isEmpty();
    String payments = "in the ledger as " + payments(trail);
    addIf(trail.entries().size() > 1, Breach.DOUBLE_EFFECT, trail, payments);
    addIf(!trail.isToBePaid() && isBooked, Breach.UNEXPECTED_EFFECT, trail, "it had to be refused");
    addIf(
        !trail.otherEntries().isEmpty(),
        Breach.UNEXPECTED_EFFECT,
        trail,
        "the other payload under its key is booked");
    addIf(trail.isMissing(), Breach.MISSING_LEDGER_ROW, trail, "completed, but not in the ledger");
    boolean isHalfDone = trail.hasKey() && isBooked && !trail.isCompleted();
    addIf(isHalfDone, Breach.NOT_COMPLETED, trail, "in the ledger, but not completed");
  }

  private void checkAnswers(RequestTrail trail) {
    List<Reply> done = trail.done();
    addIf(
        done.stream().anyMatch(reply -> !isOfALedgerRow(reply, trail.entries())),
        Breach.ANSWERED_UNPAID,
        trail,
        "in the ledger as " + payments(trail));
    addIf(
        done.stream().map(reply -> reply.status() + " " + reply.body()).distinct().count() > 1,
        Breach.DIFFERENT_ANSWERS,
        trail,
        "they are to be equal");
    addIf(
        done.stream().filter(reply -> reply.source() == Source.FIRST).count() > 1,
        Breach.ANSWERED_ANEW,
        trail,
        "any further answer is a replayed one");
    addIf(!trail.isEnded(), Breach.UNANSWERED, trail, "it is to be sent until it is");
    addIf(
        !trail.unexpected().isEmpty() || (trail.isHeld() && evidence.rules().allowsRepeats()),
        Breach.WRONG_ANSWER,
        trail,
        "its last answers: " + statuses(trail.unexpected()));
  }

  /** Says whether the answer names the payment of one of the entries. */
  private static boolean isOfALedgerRow(Reply done, List<LedgerKey> entries) {
    return entries.stream().anyMatch(entry -> done.body().contains('"' + entry.paymentId() + '"'));
  }

  private void checkStrangers(List<RequestTrail> trails) {
    Set<LedgerKey> known = new HashSet<>();
    trails.forEach(trail -> known.addAll(trail.entries()));
    trails.forEach(trail -> known.addAll(trail.otherEntries()));
    evidence.tables().ledger().keySet().stream()
        .filter(row -> evidence.plan().isOfRequests(row.accountId()) && !known.contains(row))
        .map(LedgerKey::paymentId)
        .forEach(
            payment ->
                found.add(
                    Breach.UNEXPECTED_EFFECT, Section.REQUESTS, payment, "nobody sent its amount"));
  }

  private static List<String> payments(RequestTrail trail) {
    return trail.entries().stream().map(LedgerKey::paymentId).toList();
  }

  private static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).toList();
  }

  private void addIf(boolean isBroken, Breach breach, RequestTrail trail, String what) {
    if (isBroken) {
      String text =
          "%s, %s; %s; answers %s; record: %s"
              .formatted(
                  trail.request().kind(),
                  trail.request().way(),
                  what,
                  statuses(trail.own()),
                  trail.record().map(Object::toString).orElse("none"));
      found.add(breach, Section.REQUESTS, trail.request().key(), text);
    }
  }
}
