package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.ANSWERED;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether the ledger agrees with the answers that callers got. Each key that was answered 2xx is
 * booked once, whatever died and however often it was sent. What was refused is not booked.
 *
 * @param ledger the ids of its rows, by account and amount: they tell the rows of requests apart
 */
record RequestCheck(Evidence run, Findings found, Map<String, List<String>> ledger) {
  private static final int CREATED = 201;
  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;

  static RequestCheck of(Evidence run, Findings found) {
    return new RequestCheck(
        run,
        found,
        run.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    RequestCheck::row,
                    Collectors.mapping(row -> row.getKey().paymentId(), Collectors.toList()))));
  }

  /** Returns what tells a row from those of other requests. */
  static String row(Map.Entry<LedgerKey, LedgerRow> row) {
    return row.getKey().accountId() + ": " + row.getValue().amountCents();
  }

  void check() {
    run.plan().requests().forEach(this::check);
  }

  private void check(PlannedRequest request) {
    List<String> rows = ledger.getOrDefault(request.row(Payload.OWN), List.of());
    checkBooking(request, rows);
    checkDone(request, replies(request, Payload.OWN, Reply::isDone), rows);
    List<Reply> ends = replies(request, Payload.OWN, Reply::isEnd);
    List<Reply> others = replies(request, Payload.OTHER, Reply::isEnd);
    boolean isMissing =
        ends.size() < request.endings() || (request.way() == Way.REUSED && others.isEmpty());
    found.addIf(isMissing, Verdict.INCONCLUSIVE, ANSWERED, request, "no answer in the end");
    int due = request.isMalformed() ? BAD_REQUEST : request.isToBePaid() ? CREATED : UNPROCESSABLE;
    addIf(isWrong(ends, due), request, "wrong answer: it should be " + due);
    addIf(isWrong(others, UNPROCESSABLE), request, "wrong answer to the other payload");
  }

  private void checkBooking(PlannedRequest request, List<String> rows) {
    boolean isBooked = !rows.isEmpty();
    boolean isHeld = !replies(request, Payload.OWN, Reply::isHeld).isEmpty();
    boolean isEnded = !replies(request, Payload.OWN, Reply::isEnd).isEmpty();
    boolean isLost = request.isToBePaid() && !isBooked && isEnded && !isHeld;
    boolean isCompleted = run.isCompleted(request.event());
    addIf(rows.size() > 1, request, "double effect: in the ledger as " + rows);
    addIf(isLost, request, "lost: it is not in the ledger");
    addIf(!request.isToBePaid() && isBooked, request, "paid, though it had to be refused");
    boolean isOther = ledger.containsKey(request.row(Payload.OTHER));
    addIf(isOther, request, "the other payload under its key is booked");
    boolean isApart = !request.isMalformed() && isBooked != isCompleted;
    addIf(isApart && isBooked, request, "in the ledger, but not completed");
    addIf(isApart && isCompleted, request, "completed, but not in the ledger");
    boolean mayBeHeld = !run.allowsRepeats() && isInDoubt(request);
    addIf(isHeld && !mayBeHeld, request, "held without a cause");
  }

  private void checkDone(PlannedRequest request, List<Reply> done, List<String> rows) {
    Predicate<Reply> tells = it -> rows.stream().anyMatch(id -> it.body().contains('"' + id + '"'));
    long answers = done.stream().map(it -> it.status() + " " + it.body()).distinct().count();
    long first = done.stream().filter(it -> it.source() == Source.FIRST).count();
    boolean isUntold = first == 0 && !done.isEmpty() && !isInDoubt(request);
    boolean isAnother = !done.stream().allMatch(tells);
    addIf(isAnother, request, "answered as paid, and in the ledger as " + rows);
    addIf(answers > 1, request, "its answers differ");
    addIf(first > 1, request, "answered anew, where any further answer is a replayed one");
    addIf(isUntold, request, "replayed to its caller, and never told before");
  }

  /** Whether an attempt may have ended without its caller's knowledge. */
  private boolean isInDoubt(PlannedRequest request) {
    return run.isDisturbed()
        || request.event().kind().fault() == Kind.Fault.DEADLY
        || run.replies(request).anyMatch(Reply::isInDoubt);
  }

  private static boolean isWrong(List<Reply> ends, int due) {
    return ends.stream().anyMatch(it -> !it.isHeld() && it.status() != due);
  }

  private List<Reply> replies(PlannedRequest request, Payload payload, Predicate<Reply> which) {
    return run.replies(request).filter(it -> it.payload() == payload).filter(which).toList();
  }

  private void addIf(boolean isBroken, PlannedRequest request, String what) {
    found.addIf(isBroken, ANSWERED, request, what);
  }
}
