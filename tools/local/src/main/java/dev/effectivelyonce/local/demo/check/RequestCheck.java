package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether the ledger agrees with the answers that callers got. Each key that was answered
 * 2xx is booked once, whatever died and however often it was sent. What was refused is not booked.
 */
final class RequestCheck {
  private final Evidence evidence;
  private final List<Violation> found = new ArrayList<>();

  RequestCheck(Evidence evidence) {
    this.evidence = evidence;
  }

  List<Violation> violations() {
    List<RequestTrail> trails = RequestTrail.all(evidence);
    trails.forEach(this::checkLedger);
    trails.forEach(this::checkAnswers);
    checkStrangers(trails);
    return found;
  }

  private void checkLedger(RequestTrail trail) {
    if (trail.entries().size() > 1) {
      add(Breach.DOUBLE_EFFECT, trail, "in the ledger as " + payments(trail));
    }
    if (!trail.isToBePaid() && !trail.entries().isEmpty()) {
      add(Breach.UNEXPECTED_EFFECT, trail, "it had to be refused");
    }
    if (!trail.otherEntries().isEmpty()) {
      add(Breach.UNEXPECTED_EFFECT, trail, "the other payload under its key is booked");
    }
    if (trail.isMissing()) {
      add(Breach.MISSING_LEDGER_ROW, trail, "completed, but not in the ledger");
    }
    if (trail.hasKey() && !trail.entries().isEmpty() && !trail.isCompleted()) {
      add(Breach.NOT_COMPLETED, trail, "in the ledger, but not completed");
    }
  }

  private void checkAnswers(RequestTrail trail) {
    List<Reply> done = trail.done();
    if (done.stream().anyMatch(reply -> !isOfALedgerRow(reply, trail.entries()))) {
      add(Breach.ANSWERED_UNPAID, trail, "in the ledger as " + payments(trail));
    }
    if (done.stream().map(reply -> reply.status() + " " + reply.body()).distinct().count() > 1) {
      add(Breach.DIFFERENT_ANSWERS, trail, "they are to be equal");
    }
    if (done.stream().filter(reply -> reply.source() == Source.FIRST).count() > 1) {
      add(Breach.ANSWERED_ANEW, trail, "any further answer is a replayed one");
    }
    if (!trail.isEnded()) {
      add(Breach.UNANSWERED, trail, "it is to be sent until it is");
    }
    if (!trail.unexpected().isEmpty() || (trail.isHeld() && evidence.rules().allowsRepeats())) {
      add(Breach.WRONG_ANSWER, trail, "its last answers: " + statuses(trail.unexpected()));
    }
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
        .map(
            row ->
                new Violation(
                    Breach.UNEXPECTED_EFFECT,
                    Section.REQUESTS,
                    row.paymentId(),
                    "nobody sent its amount"))
        .forEach(found::add);
  }

  private static List<String> payments(RequestTrail trail) {
    return trail.entries().stream().map(LedgerKey::paymentId).toList();
  }

  private static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).toList();
  }

  private void add(Breach breach, RequestTrail trail, String what) {
    String evidenceText =
        "%s, %s; %s; answers %s; record: %s"
            .formatted(
                trail.request().kind(),
                trail.request().way(),
                what,
                statuses(trail.own()),
                trail.record().map(Object::toString).orElse("none"));
    found.add(new Violation(breach, Section.REQUESTS, trail.request().key(), evidenceText));
  }
}
