package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
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

  private final Evidence run;
  private final Findings found;
  private final Map<Paid, List<String>> ledger;
  private final Map<Integer, List<Reply>> replies;

  RequestCheck(Evidence run, Findings found) {
    this.run = run;
    this.found = found;
    this.ledger =
        run.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> new Paid(row.getKey().accountId(), row.getValue().amountCents()),
                    Collectors.mapping(row -> row.getKey().paymentId(), Collectors.toList())));
    this.replies = run.replies().stream().collect(Collectors.groupingBy(Reply::request));
  }

  /** An account and an amount: they tell the ledger's rows of requests apart. */
  private record Paid(String account, long amountCents) {
    static Paid of(PlannedRequest request, Payload payload) {
      return new Paid(request.event().account(), request.amountCents(payload));
    }
  }

  void check() {
    Set<Paid> asked = new HashSet<>();
    for (PlannedRequest request : run.plan().requests()) {
      List<Reply> own = replies(request, Payload.OWN);
      List<String> rows = rows(request, Payload.OWN);
      checkLedger(request, own, rows);
      checkDone(request, own.stream().filter(Reply::isDone).toList(), rows);
      checkEnds(request, own.stream().filter(Reply::isEnd).toList());
      asked.add(Paid.of(request, Payload.OWN));
      asked.add(Paid.of(request, Payload.OTHER));
    }
    run.tables()
        .ledger()
        .forEach(
            (key, row) ->
                found.addIf(
                    !asked.contains(new Paid(key.accountId(), row.amountCents()))
                        && !isOfAQueue(key),
                    Promise.REFUSED,
                    key.paymentId(),
                    "an effect that nobody asked for"));
  }

  private boolean isOfAQueue(LedgerKey row) {
    Event.Id id = new Event.Id(DemoConsumer.PAYMENTS, row.paymentId());
    return run.plan().events().containsKey(id);
  }

  private void checkLedger(PlannedRequest request, List<Reply> own, List<String> rows) {
    boolean isBooked = !rows.isEmpty();
    boolean isHeld = own.stream().anyMatch(Reply::isHeld);
    boolean isLost = request.isToBePaid() && !isBooked && own.stream().anyMatch(Reply::isEnd);
    boolean isOther = !rows(request, Payload.OTHER).isEmpty();
    boolean isApart = !request.isMalformed() && isBooked != run.isCompleted(request.event());
    addIf(rows.size() > 1, request, "double effect: in the ledger as " + rows);
    addIf(isLost && !isHeld, request, "lost: it is not in the ledger");
    addIf(!request.isToBePaid() && isBooked, request, "paid, though it had to be refused");
    addIf(isOther, request, "the other payload under its key is booked");
    addIf(isApart && isBooked, request, "in the ledger, but not completed");
    addIf(isApart && !isBooked, request, "completed, but not in the ledger");
    boolean mayBeHeld = !run.allowsRepeats() && isInDoubt(request);
    addIf(isHeld && !mayBeHeld, request, "held without a cause");
  }

  /** Whether an attempt may have ended without its caller's knowledge. */
  private boolean isInDoubt(PlannedRequest request) {
    return run.isDisturbed()
        || request.event().kind().fault() == Kind.Fault.DEADLY
        || replies(request).stream().anyMatch(Reply::isInDoubt);
  }

  private void checkDone(PlannedRequest request, List<Reply> done, List<String> rows) {
    boolean isAnother =
        done.stream()
            .map(Reply::body)
            .anyMatch(body -> rows.stream().noneMatch(id -> body.contains('"' + id + '"')));
    long answers =
        done.stream().map(reply -> reply.status() + " " + reply.body()).distinct().count();
    long first = done.stream().filter(reply -> reply.source() == Source.FIRST).count();
    boolean isUntold = first == 0 && !done.isEmpty() && !isInDoubt(request);
    addIf(isAnother, request, "answered as paid, and in the ledger as " + rows);
    addIf(answers > 1, request, "its answers differ");
    addIf(first > 1, request, "answered anew, where any further answer is a replayed one");
    addIf(isUntold, request, "replayed to its caller, and never told before");
  }

  private void checkEnds(PlannedRequest request, List<Reply> ends) {
    List<Reply> others = replies(request, Payload.OTHER).stream().filter(Reply::isEnd).toList();
    boolean isMissing =
        ends.size() < request.endings() || (request.way() == Way.REUSED && others.isEmpty());
    addIf(isMissing, Verdict.INCONCLUSIVE, request, "no answer in the end");
    int due = request.isMalformed() ? BAD_REQUEST : request.isToBePaid() ? CREATED : UNPROCESSABLE;
    boolean isWrong = ends.stream().anyMatch(reply -> isWrong(reply, due));
    boolean isOther = others.stream().anyMatch(reply -> isWrong(reply, UNPROCESSABLE));
    addIf(isWrong || isOther, request, "wrong answer: it should be " + due);
  }

  private static boolean isWrong(Reply reply, int due) {
    return !reply.isHeld() && reply.status() != due;
  }

  private List<Reply> replies(PlannedRequest request) {
    return replies.getOrDefault(request.number(), List.of());
  }

  private List<Reply> replies(PlannedRequest request, Payload payload) {
    return replies(request).stream().filter(reply -> reply.payload() == payload).toList();
  }

  private List<String> rows(PlannedRequest request, Payload payload) {
    return ledger.getOrDefault(Paid.of(request, payload), List.of());
  }

  private void addIf(boolean isBroken, PlannedRequest request, String what) {
    addIf(isBroken, Verdict.VIOLATED, request, what);
  }

  private void addIf(boolean isBroken, Verdict verdict, PlannedRequest request, String what) {
    if (isBroken) {
      List<Integer> answers = replies(request).stream().map(Reply::status).toList();
      String record = run.record(request.event()).map(RecordRow::toString).orElse("none");
      String evidence =
          "%s; %s, %s; answers %s; record: %s"
              .formatted(what, request.event().kind(), request.way(), answers, record);
      found.addIf(true, verdict, Promise.ANSWERED, request.key(), evidence);
    }
  }
}
