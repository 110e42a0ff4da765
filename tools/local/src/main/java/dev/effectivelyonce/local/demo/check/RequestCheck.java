package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
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
    addIf(trail.entries().size() > 1, trail, "double effect: " + payments);
    addIf(
        trail.isToBePaid() && !isBooked && !trail.isHeld(), trail, "lost: it is not in the ledger");
    addIf(!trail.isToBePaid() && isBooked, trail, "paid, though it had to be refused");
    addIf(!trail.otherEntries().isEmpty(), trail, "the other payload under its key is booked");
    addIf(trail.isMissing(), trail, "completed, but not in the ledger");
    addIf(
        trail.hasKey() && isBooked && !trail.isCompleted(),
        trail,
        "in the ledger, but not completed");
  }

  private void checkAnswers(RequestTrail trail) {
    List<Reply> done = trail.done();
    addIf(
        done.stream().anyMatch(reply -> !isOfALedgerRow(reply, trail.entries())),
        trail,
        "answered as paid, and in the ledger as " + payments(trail));
    addIf(
        done.stream().map(reply -> reply.status() + " " + reply.body()).distinct().count() > 1,
        trail,
        "its answers differ");
    addIf(
        done.stream().filter(reply -> reply.source() == Source.FIRST).count() > 1,
        trail,
        "answered anew, where any further answer is a replayed one");
    addIf(!trail.isEnded(), trail, "no answer in the end");
    addIf(
        !trail.unexpected().isEmpty(),
        trail,
        "wrong answer: its last ones are " + statuses(trail.unexpected()));
    boolean mayBeUnheard = trail.isInDoubt() || evidence.isDisturbed();
    addIf(
        trail.isHeld() && (evidence.allowsRepeats() || !mayBeUnheard),
        trail,
        "held without a cause");
    boolean isAnswered = trail.isToBePaid() && !trail.isHeld();
    addIf(
        isAnswered && !mayBeUnheard && !trail.isDone(Source.FIRST),
        trail,
        "nobody was told that it was done the first time");
    addIf(
        isAnswered && trail.request().way() == Way.LATER && !trail.isDone(Source.REPLAYED),
        trail,
        "sent again when it was answered, and not told so by a replay");
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
                found.add(Section.REQUESTS, payment, "an effect, and nobody sent its amount"));
  }

  private static List<String> payments(RequestTrail trail) {
    return trail.entries().stream().map(LedgerKey::paymentId).toList();
  }

  private static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).toList();
  }

  private void addIf(boolean isBroken, RequestTrail trail, String what) {
    if (isBroken) {
      found.add(
          Section.REQUESTS,
          trail.request().key(),
          "%s; %s, %s; answers %s; record: %s"
              .formatted(
                  what,
                  trail.request().kind(),
                  trail.request().way(),
                  statuses(trail.own()),
                  trail.record().map(Object::toString).orElse("none")));
    }
  }
}
