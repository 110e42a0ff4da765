package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one request has left behind.
 *
 * @param own the answers to it
 * @param other the answers to another payload under its key
 * @param unheard how often its caller waited in vain
 * @param entries the ledger's rows of its account with its amount
 * @param otherEntries those with the other payload's amount
 * @param record the record of its key
 */
record RequestTrail(
    PlannedRequest request,
    List<Reply> own,
    List<Reply> other,
    int unheard,
    List<LedgerKey> entries,
    List<LedgerKey> otherEntries,
    Optional<RecordRow> record) {
  private static final int CREATED = 201;
  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;

  /** An account and an amount: they tell the ledger's rows of requests apart. */
  private record Paid(String accountId, long amountCents) {
    static Paid of(PlannedRequest request, Payload payload) {
      return new Paid(request.accountId(), request.amountCents(payload));
    }
  }

  /** Returns the trails of all planned requests. */
  static List<RequestTrail> all(Evidence evidence) {
    Map<Paid, List<LedgerKey>> paid =
        evidence.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> new Paid(row.getKey().accountId(), row.getValue().amountCents()),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    Map<Integer, List<Reply>> replies =
        evidence.answers().replies().stream().collect(Collectors.groupingBy(Reply::request));
    Map<String, RecordRow> records = evidence.tables().records();
    return evidence.plan().requests().stream()
        .map(
            request ->
                new RequestTrail(
                    request,
                    to(Payload.OWN, replies.getOrDefault(request.number(), List.of())),
                    to(Payload.OTHER, replies.getOrDefault(request.number(), List.of())),
                    Collections.frequency(evidence.answers().unheard(), request.number()),
                    paid.getOrDefault(Paid.of(request, Payload.OWN), List.of()),
                    paid.getOrDefault(Paid.of(request, Payload.OTHER), List.of()),
                    Optional.ofNullable(records.get(request.recordId().value()))))
        .toList();
  }

  private static List<Reply> to(Payload payload, List<Reply> replies) {
    return replies.stream().filter(reply -> reply.payload() == payload).toList();
  }

  boolean hasKey() {
    return request.role() == Role.FIRST;
  }

  /** Returns whether nothing but a death, held for an operator, may keep it from being booked. */
  boolean isToBePaid() {
    return hasKey() && request.kind().fate() == Fate.APPLIED;
  }

  boolean isPaidOnce() {
    return entries.size() == 1;
  }

  boolean isCompleted() {
    return record.filter(row -> row.status() == Status.COMPLETED).isPresent();
  }

  /** Returns whether its record says that it is booked, and the ledger does not. */
  boolean isMissing() {
    return hasKey() && isCompleted() && entries.isEmpty();
  }

  /**
   * Returns whether an attempt may have ended without its caller's knowledge: its process died as
   * planned, or its caller heard nothing, or that it should come back. Lambda answers so for a
   * process that died, and a function where it does not know in time what it did.
   */
  boolean isInDoubt() {
    return request.kind().fault() == Fault.DEADLY
        || unheard > 0
        || own.stream().anyMatch(Reply::isComeBack);
  }

  boolean isHeld() {
    return own.stream().anyMatch(Reply::isHeld);
  }

  /** The answers that say that it is done. */
  List<Reply> done() {
    return own.stream().filter(Reply::isDone).toList();
  }

  /** Returns whether one of the answers is of this source. */
  boolean isDone(Source source) {
    return done().stream().anyMatch(reply -> reply.source() == source);
  }

  /** Returns whether it was refused as it should be. */
  boolean isRefused() {
    return own.stream().filter(Reply::isEnd).anyMatch(this::isAsExpected) && !isToBePaid();
  }

  /** Returns whether a second attempt has booked it, or a further one. */
  boolean wasTakenOver() {
    return isCompleted() && record.filter(row -> row.attempt() > 1).isPresent();
  }

  /** Returns whether its caller got as many last answers as it should. */
  boolean isEnded() {
    return ends(own) >= request.way().endings() && (request.way() != Way.REUSED || ends(other) > 0);
  }

  /** The last answers that it should not have got. */
  List<Reply> unexpected() {
    Predicate<Reply> toOwn = reply -> !isAsExpected(reply) && !reply.isHeld();
    Predicate<Reply> toOther = reply -> reply.status() != UNPROCESSABLE;
    return own.stream().anyMatch(toOwn.and(Reply::isEnd))
        ? own.stream().filter(toOwn.and(Reply::isEnd)).toList()
        : other.stream().filter(toOther.and(Reply::isEnd)).toList();
  }

  private boolean isAsExpected(Reply reply) {
    if (!hasKey()) {
      return reply.status() == BAD_REQUEST;
    }
    return reply.status() == (isToBePaid() ? CREATED : UNPROCESSABLE);
  }

  private static long ends(List<Reply> replies) {
    return replies.stream().filter(Reply::isEnd).count();
  }
}
