package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether the ledger agrees with the answers that callers got. Each key that was answered 2xx is
 * booked once, whatever died and however often it was sent. What was refused is not booked.
 */
final class RequestCheck {
  private static final int CREATED = 201;
  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;

  private final Evidence evidence;
  private final Findings found;
  private final Map<Paid, List<LedgerKey>> ledger;
  private final Map<Integer, List<Reply>> replies;

  RequestCheck(Evidence evidence, Findings found) {
    this.evidence = evidence;
    this.found = found;
    this.ledger =
        evidence.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> new Paid(row.getKey().accountId(), row.getValue().amountCents()),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    this.replies = evidence.replies().stream().collect(Collectors.groupingBy(Reply::request));
  }

  /** An account and an amount: they tell the ledger's rows of requests apart. */
  private record Paid(String account, long amountCents) {}

  void check() {
    Set<Paid> asked = new HashSet<>();
    for (PlannedRequest request : evidence.plan().requests()) {
      List<Reply> own = replies(request, Payload.OWN);
      checkLedger(request, own);
      checkDone(request, own);
      checkEnds(request, own);
      asked.add(paid(request, Payload.OWN));
      asked.add(paid(request, Payload.OTHER));
    }
    ledger.forEach(
        (paid, rows) ->
            rows.forEach(
                row ->
                    found.addIf(
                        !asked.contains(paid) && !isOfAQueue(row),
                        Promise.REFUSED,
                        row.paymentId(),
                        "an effect that nobody asked for")));
  }

  private boolean isOfAQueue(LedgerKey row) {
    return evidence
        .plan()
        .events()
        .containsKey(new Event.Id(DemoConsumer.PAYMENTS, row.paymentId()));
  }

  private void checkLedger(PlannedRequest request, List<Reply> own) {
    List<String> rows = rows(request, Payload.OWN);
    boolean isBooked = !rows.isEmpty();
    boolean isHeld = own.stream().anyMatch(Reply::isHeld);
    boolean isAnswered = own.stream().anyMatch(Reply::isEnd);
    addIf(rows.size() > 1, request, "double effect: in the ledger as " + rows);
    addIf(
        request.isToBePaid() && !isBooked && isAnswered && !isHeld,
        request,
        "lost: it is not in the ledger");
    addIf(!request.isToBePaid() && isBooked, request, "paid, though it had to be refused");
    addIf(
        !rows(request, Payload.OTHER).isEmpty(),
        request,
        "the other payload under its key is booked");
    addIf(
        !request.isMalformed() && isBooked != evidence.isCompleted(request.event()),
        request,
        isBooked ? "in the ledger, but not completed" : "completed, but not in the ledger");
    addIf(
        isHeld && (evidence.allowsRepeats() || !isInDoubt(request)),
        request,
        "held without a cause");
  }

  /** Whether an attempt may have ended without its caller's knowledge. */
  private boolean isInDoubt(PlannedRequest request) {
    return evidence.isDisturbed()
        || request.event().kind().fault() == Kind.Fault.DEADLY
        || replies.getOrDefault(request.number(), List.of()).stream().anyMatch(Reply::isInDoubt);
  }

  private void checkDone(PlannedRequest request, List<Reply> own) {
    List<Reply> done = own.stream().filter(Reply::isDone).toList();
    List<String> rows = rows(request, Payload.OWN);
    addIf(
        done.stream().anyMatch(reply -> rows.stream().noneMatch(it -> names(reply, it))),
        request,
        "answered as paid, and in the ledger as " + rows);
    addIf(
        done.stream().map(reply -> reply.status() + " " + reply.body()).distinct().count() > 1,
        request,
        "its answers differ");
    long first = done.stream().filter(reply -> reply.source() == Source.FIRST).count();
    addIf(first > 1, request, "answered anew, where any further answer is a replayed one");
    addIf(
        first == 0 && !done.isEmpty() && !isInDoubt(request),
        request,
        "replayed to its caller, and never told before");
  }

  private void checkEnds(PlannedRequest request, List<Reply> own) {
    List<Reply> ends = own.stream().filter(Reply::isEnd).toList();
    List<Reply> otherEnds = replies(request, Payload.OTHER).stream().filter(Reply::isEnd).toList();
    addIf(
        ends.size() < request.endings() || (request.way() == Way.REUSED && otherEnds.isEmpty()),
        Verdict.INCONCLUSIVE,
        request,
        "no answer in the end");
    int due = request.isMalformed() ? BAD_REQUEST : request.isToBePaid() ? CREATED : UNPROCESSABLE;
    addIf(
        ends.stream().anyMatch(reply -> !reply.isHeld() && reply.status() != due)
            || otherEnds.stream()
                .anyMatch(reply -> !reply.isHeld() && reply.status() != UNPROCESSABLE),
        request,
        "wrong answer: it should be " + due);
  }

  private static boolean names(Reply done, String paymentId) {
    return done.body().contains('"' + paymentId + '"');
  }

  private List<Reply> replies(PlannedRequest request, Payload payload) {
    return replies.getOrDefault(request.number(), List.of()).stream()
        .filter(reply -> reply.payload() == payload)
        .toList();
  }

  private List<String> rows(PlannedRequest request, Payload payload) {
    return ledger.getOrDefault(paid(request, payload), List.of()).stream()
        .map(LedgerKey::paymentId)
        .toList();
  }

  private static Paid paid(PlannedRequest request, Payload payload) {
    return new Paid(request.event().account(), request.amountCents(payload));
  }

  private void addIf(boolean isBroken, PlannedRequest request, String what) {
    addIf(isBroken, Verdict.VIOLATED, request, what);
  }

  private void addIf(boolean isBroken, Verdict verdict, PlannedRequest request, String what) {
    found.addIf(
        isBroken,
        verdict,
        Promise.ANSWERED,
        request.key(),
        "%s; %s, %s; answers %s; record: %s"
            .formatted(
                what,
                request.event().kind(),
                request.way(),
                replies.getOrDefault(request.number(), List.of()).stream()
                    .map(Reply::status)
                    .toList(),
                evidence.record(request.event()).map(Object::toString).orElse("none")));
  }
}
