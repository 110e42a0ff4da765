package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What the callers of the API are told if all goes well, for tests to spoil. */
final class AnswersOutcome {
  static final String HELD = "{\"type\":\"urn:effectively-once:problem:held\",\"status\":409}";

  final List<Reply> replies = new ArrayList<>();
  final List<Integer> unheard = new ArrayList<>();
  private final Outcome outcome;

  AnswersOutcome(Outcome outcome) {
    this.outcome = outcome;
  }

  Answers answers() {
    return new Answers(replies, unheard);
  }

  /** The first request of a way that is to be paid. */
  PlannedRequest request(Way way) {
    return outcome.plan.requests().stream()
        .filter(it -> it.way() == way && it.kind() == Kind.PLAIN && it.role() == Role.FIRST)
        .findFirst()
        .orElseThrow();
  }

  PlannedRequest request(Kind kind) {
    return outcome.plan.requests().stream()
        .filter(it -> it.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  PlannedRequest request(Role role) {
    return outcome.plan.requests().stream()
        .filter(it -> it.role() == role)
        .findFirst()
        .orElseThrow();
  }

  void handle(PlannedRequest request) {
    if (request.role() != Role.FIRST) {
      reply(request, 400, Source.FIRST, "");
    } else if (request.kind().fate() == Fate.FAILED) {
      refuse(request);
    } else if (outcome.isUnderHold() && request.kind().fault() == Fault.DEADLY) {
      hold(request);
    } else {
      pay(request);
    }
    if (request.way() == Way.REUSED) {
      replies.add(new Reply(request.number(), Payload.OTHER, 422, Source.FIRST, ""));
    }
  }

  /** Books a request, once more or for the first time. */
  void book(PlannedRequest request, Payload payload, String paymentId) {
    long cents = request.amountCents(payload);
    AccountRow before = outcome.accounts.getOrDefault(request.accountId(), new AccountRow(0, 0));
    AccountRow after = new AccountRow(before.balanceCents() - cents, before.paymentsApplied() + 1);
    outcome.accounts.put(request.accountId(), after);
    outcome.ledger.put(
        new LedgerKey(request.accountId(), paymentId),
        new LedgerRow(cents, after.paymentsApplied()));
  }

  void record(PlannedRequest request, Status status) {
    outcome.records.put(request.recordId().value(), new RecordRow(status, 1, OptionalInt.empty()));
  }

  void reply(PlannedRequest request, int status, Source source, String body) {
    replies.add(new Reply(request.number(), Payload.OWN, status, source, body));
  }

  /** Leaves no answer to a request. */
  void forget(PlannedRequest request) {
    replies.removeIf(it -> it.request() == request.number());
  }

  static LedgerKey row(PlannedRequest request) {
    return new LedgerKey(request.accountId(), paymentId(request));
  }

  static String paymentId(PlannedRequest request) {
    return "id-of-" + request.key();
  }

  static String body(PlannedRequest request) {
    return "{\"paymentId\":\"" + paymentId(request) + "\"}";
  }

  private void pay(PlannedRequest request) {
    book(request, Payload.OWN, paymentId(request));
    record(request, Status.COMPLETED);
    reply(request, 201, Source.FIRST, body(request));
    for (int more = 1; more < request.way().endings(); more++) {
      reply(request, 409, Source.FIRST, "");
      reply(request, 201, Source.REPLAYED, body(request));
    }
  }

  private void refuse(PlannedRequest request) {
    record(request, Status.FAILED);
    for (int times = 0; times < request.way().endings(); times++) {
      reply(request, 422, times == 0 ? Source.FIRST : Source.REPLAYED, "");
    }
  }

  private void hold(PlannedRequest request) {
    record(request, Status.UNKNOWN);
    for (int times = 0; times < request.way().endings(); times++) {
      reply(request, 409, Source.FIRST, HELD);
    }
  }
}
