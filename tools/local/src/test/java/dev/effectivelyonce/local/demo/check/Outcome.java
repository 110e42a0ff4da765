package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.ORDERS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.RECEIPTS;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Evidence.Network;
import dev.effectivelyonce.local.demo.check.Invocation.End;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run of a small plan leaves behind if all goes well, for tests to spoil. */
final class Outcome {
  static final Plan PLAN =
      Planner.plan(
          7,
          Stream.of(DemoConsumer.values())
              .filter(consumer -> consumer != DemoConsumer.SHIPMENTS)
              .collect(Collectors.toMap(consumer -> consumer, consumer -> 150)));

  static final Event ORDER = event(ORDERS, Kind.PLAIN);
  static final Event RECEIPT = event(RECEIPTS, Kind.PLAIN);
  static final Event PAYMENT = event(PAYMENTS, Kind.PLAIN);
  static final Event TRANSFER = event(LEDGER, Kind.PLAIN);
  static final Event SAGA = event(FULFILMENT, Kind.CRASH_IN_CHARGE);
  static final String HELD = "{\"type\":\"urn:effectively-once:problem:held\",\"status\":409}";

  final Tables tables = Tables.empty();
  final Deliveries deliveries = Deliveries.none();
  private Network network = Network.SOUND;
  private final AbandonedClaimPolicy policy;

  Outcome(AbandonedClaimPolicy policy) {
    this.policy = policy;
    tables.balances().putAll(PLAN.openingCents());
    PLAN.openingCents().keySet().forEach(it -> tables.balances().put(Tables.payments(it), 0L));
    tables.balances().putAll(Planner.openingBook());
    tables.balances().putAll(Planner.openingStock());
    PLAN.messages().forEach(this::handle);
    PLAN.toShip().forEach(order -> end(Plan.sentOnBy(order), Status.COMPLETED, 1));
    PLAN.requests().forEach(this::answer);
  }

  Report report() {
    return Report.of(
        Optional.of(Evidence.of(PLAN, policy, network, tables, deliveries)), Optional.empty());
  }

  static Event event(DemoConsumer consumer, Kind kind) {
    return PLAN.events(consumer).stream().filter(it -> it.kind() == kind).findFirst().orElseThrow();
  }

  /** A request of a way, and without a fault. */
  static PlannedRequest request(Way way) {
    return PLAN.requests().stream()
        .filter(it -> it.way() == way && it.event().kind().fault() == Fault.NONE)
        .findFirst()
        .orElseThrow();
  }

  static List<Integer> messages(Event event) {
    return PLAN.messages().stream()
        .filter(it -> it.isRunnable() && it.event().equals(event))
        .map(PlannedMessage::number)
        .toList();
  }

  Outcome record(Event event, Status status, int attempt) {
    int result = status == Status.COMPLETED ? attempt : 0;
    tables.records().put(event.recordId(), new RecordRow(status, attempt, result));
    return this;
  }

  Outcome forget(Event event) {
    tables.records().remove(event.recordId());
    return this;
  }

  /** A saga of which nothing has happened. */
  Outcome undo(Event saga) {
    tables.gateway().removeIf(entry -> entry.orderId().equals(saga.key()));
    tables.shipments().remove(saga.key());
    tables.reservations().removeIf(row -> row.orderId().equals(saga.key()));
    tables.balances().merge("article-0", 2L, Long::sum);
    return forget(saga);
  }

  Outcome unsettled() {
    deliveries.left().add("2 messages remain");
    return this;
  }

  Outcome disturbed() {
    network = Network.DISTURBED;
    return this;
  }

  /** Its messages are in the queue still. */
  Outcome stay(Event event) {
    deliveries.acknowledged().removeAll(messages(event));
    return unsettled();
  }

  Outcome dead(Event event) {
    deliveries.acknowledged().removeAll(messages(event));
    deliveries.deadLettered().addAll(messages(event));
    return this;
  }

  /** The first message of a role is acknowledged, of such an event. */
  Outcome acknowledge(Role role, Predicate<Event> event) {
    int number =
        PLAN.messages().stream()
            .filter(it -> it.role() == role && event.test(it.event()))
            .findFirst()
            .orElseThrow()
            .number();
    deliveries.deadLettered().remove(number);
    deliveries.acknowledged().add(number);
    return this;
  }

  /** Its messages are dead-lettered, and the other payload under its key is done. */
  Outcome giveUpForAnother(Event reused) {
    return dead(reused)
        .delivered(reused, End.TIMED_OUT)
        .acknowledge(Role.REUSED_KEY, reused::equals);
  }

  /** A delivery of an event that comes back. */
  Outcome delivered(Event event, End end) {
    deliveries.invocations().add(new Invocation(Set.copyOf(messages(event)), Set.of(), end));
    return this;
  }

  /** A plain effect with this amount, that happened so often. */
  Outcome row(String event, long cents, int times) {
    tables.plain().put(event, new PlainRow(cents, times));
    return this;
  }

  Outcome runs(Event event, int times) {
    return row(event.toString(), event.amountCents(), times);
  }

  /** A plain effect that did not happen, in so many attempts. */
  Outcome undone(Event event, int attempts) {
    tables.plain().remove(event.toString());
    return record(event, Status.RETRYABLE, attempts);
  }

  Outcome lostAnswer(Event order) {
    deliveries.lostAnswers().put(order.key(), 1);
    return this;
  }

  /** An event that is completed in this attempt; a plain effect happened so often. */
  Outcome done(Event event, int attempt, int times) {
    record(event, Status.COMPLETED, attempt);
    return event.consumer().isPlain() ? runs(event, times) : this;
  }

  /** Nothing refused the late completion of a zombie; it may not have come. */
  Outcome accept(Event zombie) {
    deliveries.refusedLate().removeAll(messages(zombie));
    return this;
  }

  /** Books a payment, once more or for the first time. */
  Outcome book(String account, long cents, String paymentId) {
    tables.balances().merge(account, -cents, Long::sum);
    long count = tables.balances().merge(Tables.payments(account), 1L, Long::sum);
    tables.ledger().put(new LedgerKey(account, paymentId), new LedgerRow(cents, (int) count));
    return this;
  }

  Outcome book(Event event, String paymentId) {
    return book(event.account(), event.amountCents(), paymentId);
  }

  Outcome book(PlannedRequest request, Payload payload) {
    return book(request.event().account(), request.amountCents(payload), "another");
  }

  /** A payment has another amount, and its account says the same. */
  Outcome pays(Event payment, long cents) {
    tables
        .ledger()
        .computeIfPresent(
            new LedgerKey(payment.account(), payment.key()),
            (key, row) -> new LedgerRow(cents, row.sequence()));
    tables.balances().merge(payment.account(), payment.amountCents() - cents, Long::sum);
    return this;
  }

  Outcome gateway(Entry.Kind kind, Event event) {
    String number = Integer.toString(tables.gateway().size());
    tables.gateway().add(new Entry(kind, number, number, event.key(), event.amountCents()));
    return this;
  }

  Outcome reserve(Event event, String state) {
    tables.reservations().add(new Reservation(event.key(), state, Map.of("article-0", 2L)));
    long pieces = state.equals(Reservation.RELEASED) ? 0 : 2;
    tables.balances().merge("article-0", -pieces, Long::sum);
    return this;
  }

  Outcome reply(PlannedRequest request, Payload payload, int status, Source source, String body) {
    deliveries.replies().add(new Reply(request.number(), payload, status, source, body));
    return this;
  }

  Outcome paid(PlannedRequest request, Source source) {
    String body = "{\"paymentId\":\"id-of-" + request.event().key() + "\"}";
    return reply(request, Payload.OWN, 201, source, body);
  }

  Outcome forgetReplies(PlannedRequest request) {
    deliveries.replies().removeIf(reply -> reply.request() == request.number());
    return this;
  }

  private boolean isHeld(Event event) {
    return event.kind().fault() == Fault.DEADLY && policy == AbandonedClaimPolicy.HOLD;
  }

  private void handle(PlannedMessage message) {
    Event event = message.event();
    Kind kind = event.kind();
    boolean isApplied = message.isRunnable() && kind.fate() == Fate.APPLIED && !isHeld(event);
    (isApplied ? deliveries.acknowledged() : deliveries.deadLettered()).add(message.number());
    if (message.role() != Role.FIRST) {
      return;
    }
    if (kind.fault() == Fault.DEADLY) {
      boolean isCrash = kind.simulate().orElseThrow().startsWith("crash");
      End end = isCrash ? End.CRASHED : End.TIMED_OUT;
      deliveries.invocations().add(new Invocation(Set.of(message.number()), Set.of(), end));
    }
    if (kind == Kind.ZOMBIE) {
      deliveries.answeredLate().add(message.number());
      deliveries.refusedLate().add(message.number());
    }
    end(event, status(event), kind.fault() == Fault.NONE || isHeld(event) ? 1 : 2);
  }

  private Status status(Event event) {
    if (isHeld(event)) {
      return Status.UNKNOWN;
    }
    return switch (event.kind().fate()) {
      case APPLIED -> Status.COMPLETED;
      case FAILED -> Status.FAILED;
      case EXHAUSTED -> Status.RETRYABLE;
    };
  }

  private void end(Event event, Status status, int attempt) {
    record(event, status, attempt);
    boolean diedAfter = event.kind() == Kind.CRASH_AFTER || event.kind() == Kind.ZOMBIE;
    if (event.consumer() == FULFILMENT) {
      fulfil(event, status);
    } else if (status == Status.COMPLETED) {
      switch (event.consumer()) {
        case PAYMENTS -> book(event, event.key());
        case REQUESTS -> book(event, "id-of-" + event.key());
        case LEDGER -> transfer(event);
        default -> runs(event, diedAfter ? 2 : 1);
      }
    }
  }

  private void fulfil(Event event, Status status) {
    if (status == Status.COMPLETED) {
      gateway(Entry.Kind.CHARGE, event).reserve(event, Reservation.SHIPPED);
      tables.shipments().add(event.key());
    } else if (status == Status.FAILED) {
      reserve(event, Reservation.RELEASED);
      if (event.kind() != Kind.DECLINED) {
        gateway(Entry.Kind.CHARGE, event).gateway(Entry.Kind.REFUND, event);
      }
    }
  }

  private void transfer(Event event) {
    Map<String, Long> sides =
        Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents());
    sides.forEach((account, cents) -> tables.balances().merge(account, cents, Long::sum));
    long number = tables.transfers().size();
    tables.numbers().put(event.key(), number);
    tables.transfers().put(event.key(), new Transfer(number, sides));
  }

  private void answer(PlannedRequest request) {
    Event event = request.event();
    if (request.isMalformed()) {
      reply(request, Payload.OWN, 400, Source.FIRST, "");
      return;
    }
    end(event, status(event), 1);
    for (int time = 0; time < request.endings(); time++) {
      Source source = time == 0 ? Source.FIRST : Source.REPLAYED;
      switch (status(event)) {
        case COMPLETED -> paid(request, source);
        case UNKNOWN -> reply(request, Payload.OWN, 409, Source.FIRST, HELD);
        default -> reply(request, Payload.OWN, 422, source, "");
      }
    }
    if (request.way() == Way.REUSED) {
      reply(request, Payload.OTHER, 422, Source.FIRST, "");
    }
  }
}
