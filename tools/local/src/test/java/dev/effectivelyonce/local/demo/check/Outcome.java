package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.ORDERS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.RECEIPTS;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Deliveries.Network;
import dev.effectivelyonce.local.demo.check.Invocation.End;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.Book;
import dev.effectivelyonce.local.demo.check.Tables.Fulfilled;
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
import dev.effectivelyonce.local.demo.plan.Sizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run of a small plan leaves behind if all goes well, for tests to spoil. */
final class Outcome {
  static final Plan PLAN =
      Planner.plan(
          new Sizes(
              7,
              Arrays.stream(DemoConsumer.values())
                  .filter(consumer -> consumer != DemoConsumer.SHIPMENTS)
                  .collect(Collectors.toMap(consumer -> consumer, consumer -> 150))));

  static final Event ORDER = event(ORDERS, Kind.PLAIN);
  static final Event RECEIPT = event(RECEIPTS, Kind.PLAIN);
  static final Event PAYMENT = event(PAYMENTS, Kind.PLAIN);
  static final Event TRANSFER = event(LEDGER, Kind.PLAIN);
  static final Event SAGA = event(FULFILMENT, Kind.CRASH_IN_CHARGE);
  static final String HELD = "{\"type\":\"urn:effectively-once:problem:held\",\"status\":409}";

  final Map<String, RecordRow> records = new HashMap<>();
  final Map<Event.Id, PlainRow> plain = new HashMap<>();
  final Map<String, AccountRow> accounts = new HashMap<>();
  final Map<LedgerKey, LedgerRow> ledger = new HashMap<>();
  final List<Entry> gateway = new ArrayList<>();
  final List<Reservation> reservations = new ArrayList<>();
  final List<String> shipments = new ArrayList<>();
  final Map<String, Long> stock = new HashMap<>(Planner.openingStock());
  final Map<String, Long> balances = new HashMap<>(Planner.openingBook());
  final Map<String, Transfer> transfers = new HashMap<>();
  final Map<String, Long> numbers = new HashMap<>();
  final Set<Integer> acknowledged = new HashSet<>();
  final Set<Integer> deadLettered = new HashSet<>();
  final List<String> strangers = new ArrayList<>();
  final Set<Integer> starved = new HashSet<>();
  final Set<String> deadSentOn = new HashSet<>();
  final List<String> left = new ArrayList<>();
  final List<Invocation> invocations = new ArrayList<>();
  final Set<Integer> answeredLate = new HashSet<>();
  final Set<Integer> refusedLate = new HashSet<>();
  final Map<String, Integer> lostAnswers = new HashMap<>();
  final List<Reply> replies = new ArrayList<>();
  private Network network = Network.SOUND;
  private final AbandonedClaimPolicy policy;

  Outcome(AbandonedClaimPolicy policy) {
    this.policy = policy;
    PLAN.openingCents().forEach((key, cents) -> accounts.put(key, new AccountRow(cents, 0)));
    PLAN.messages().forEach(this::handle);
    PLAN.sentOn().forEach(event -> end(event, Status.COMPLETED, 1));
    PLAN.requests().forEach(this::answer);
  }

  Report report() {
    Tables tables =
        new Tables(
            records,
            plain,
            accounts,
            ledger,
            new Fulfilled(gateway, reservations, shipments, stock),
            new Book(balances, transfers, numbers));
    Deliveries deliveries =
        new Deliveries(
            acknowledged,
            deadLettered,
            starved,
            strangers,
            deadSentOn,
            left,
            invocations,
            answeredLate,
            refusedLate,
            lostAnswers,
            network);
    Evidence run = Evidence.of(PLAN, tables, deliveries, replies, policy);
    return Report.of(Optional.of(run), Optional.empty());
  }

  static Event event(DemoConsumer consumer, Kind kind) {
    return PLAN.events(consumer).stream()
        .filter(event -> event.kind() == kind)
        .findFirst()
        .orElseThrow();
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
        .filter(it -> it.isRunnable() && it.event().equals(Optional.of(event.id())))
        .map(PlannedMessage::number)
        .toList();
  }

  Outcome record(Event event, Status status, int attempt) {
    int result = status == Status.COMPLETED ? attempt : 0;
    records.put(event.consumer().recordId(event.key()), new RecordRow(status, attempt, result));
    return this;
  }

  Outcome forget(Event event) {
    records.remove(event.consumer().recordId(event.key()));
    return this;
  }

  /** A saga of which nothing has happened. */
  Outcome undo(Event saga) {
    gateway.removeIf(entry -> entry.orderId().equals(saga.key()));
    shipments.remove(saga.key());
    reservations.removeIf(row -> row.orderId().equals(saga.key()));
    stock.merge("article-0", 2L, Long::sum);
    return forget(saga);
  }

  Outcome unsettled() {
    left.add("2 messages remain");
    return this;
  }

  Outcome disturbed() {
    network = Network.DISTURBED;
    return this;
  }

  /** Its messages are in the queue still. */
  Outcome stay(Event event) {
    acknowledged.removeAll(messages(event));
    return unsettled();
  }

  Outcome dead(Event event) {
    acknowledged.removeAll(messages(event));
    deadLettered.addAll(messages(event));
    return this;
  }

  /** The first message of a role is acknowledged, of this event or of any. */
  Outcome acknowledge(Role role, Optional<Event> event) {
    PLAN.messages().stream()
        .filter(it -> it.role() == role)
        .filter(it -> event.isEmpty() || it.event().equals(event.map(Event::id)))
        .limit(1)
        .map(PlannedMessage::number)
        .forEach(
            number -> {
              deadLettered.remove(number);
              acknowledged.add(number);
            });
    return this;
  }

  /** Its messages are dead-lettered, and the other payload under its key is done. */
  Outcome giveUpForAnother(Event reused) {
    return dead(reused)
        .delivered(reused, End.TIMED_OUT)
        .acknowledge(Role.REUSED_KEY, Optional.of(reused));
  }

  /** A delivery of an event that comes back. */
  Outcome delivered(Event event, End end) {
    invocations.add(new Invocation(Set.copyOf(messages(event)), Set.of(), end));
    return this;
  }

  /** The same for a delivery in which everything was handled. */
  Outcome handled(Event event, End end) {
    Set<Integer> batch = Set.copyOf(messages(event));
    invocations.add(new Invocation(batch, batch, end));
    return this;
  }

  Outcome runs(Event event, int times) {
    plain.put(event.id(), new PlainRow(event.amountCents(), times));
    return this;
  }

  /** A plain effect with this amount. */
  Outcome row(Event.Id id, long cents) {
    plain.put(id, new PlainRow(cents, 1));
    return this;
  }

  /** A plain effect that did not happen, in so many attempts. */
  Outcome undone(Event event, int attempts) {
    plain.remove(event.id());
    return record(event, Status.RETRYABLE, attempts);
  }

  Outcome lostAnswer(Event order) {
    lostAnswers.put(order.key(), 1);
    return this;
  }

  /** A plain effect that is completed in this attempt, and happened so often. */
  Outcome done(Event event, int attempt, int times) {
    return record(event, Status.COMPLETED, attempt).runs(event, times);
  }

  /** A zombie that was done before its process could be stopped. */
  Outcome doneInTime(Event zombie) {
    return zombie.consumer().isPlain() ? done(zombie, 1, 1) : record(zombie, Status.COMPLETED, 1);
  }

  /** Nothing refused the late completion of a zombie; it may not have come. */
  Outcome accept(Event zombie) {
    refusedLate.removeAll(messages(zombie));
    return this;
  }

  /** Books a payment, once more or for the first time. */
  Outcome book(String account, long cents, String paymentId) {
    AccountRow before = accounts.getOrDefault(account, new AccountRow(0, 0));
    AccountRow after = new AccountRow(before.balanceCents() - cents, before.paymentsApplied() + 1);
    accounts.put(account, after);
    ledger.put(new LedgerKey(account, paymentId), new LedgerRow(cents, after.paymentsApplied()));
    return this;
  }

  Outcome book(Event event, String paymentId) {
    return book(event.account(), event.amountCents(), paymentId);
  }

  Outcome book(PlannedRequest request, Payload payload) {
    return book(request.event().account(), request.amountCents(payload), "another");
  }

  Outcome unbook(PlannedRequest request) {
    ledger.remove(new LedgerKey(request.event().account(), "id-of-" + request.key()));
    return this;
  }

  /** A payment has another amount, and its account says the same. */
  Outcome pays(Event payment, long cents) {
    ledger.computeIfPresent(
        new LedgerKey(payment.account(), payment.key()),
        (key, row) -> new LedgerRow(cents, row.sequence()));
    return owns(payment.account(), payment.amountCents() - cents);
  }

  /** An account has so much more. */
  Outcome owns(String account, long moreCents) {
    accounts.computeIfPresent(
        account,
        (key, row) -> new AccountRow(row.balanceCents() + moreCents, row.paymentsApplied()));
    return this;
  }

  Outcome gateway(Entry.Kind kind, Event event) {
    String number = Integer.toString(gateway.size());
    gateway.add(new Entry(kind, number, "key-" + number, event.key(), event.amountCents()));
    return this;
  }

  Outcome reserve(Event event, String state) {
    reservations.add(new Reservation(event.key(), state, Map.of("article-0", 2L)));
    stock.merge("article-0", state.equals(Reservation.RELEASED) ? 0L : -2L, Long::sum);
    return this;
  }

  Outcome reply(PlannedRequest request, int status, Source source, String body) {
    replies.add(new Reply(request.number(), Payload.OWN, status, source, body));
    return this;
  }

  Outcome paid(PlannedRequest request, Source source) {
    return reply(request, 201, source, "{\"paymentId\":\"id-of-" + request.key() + "\"}");
  }

  Outcome forgetReplies(PlannedRequest request) {
    replies.removeIf(reply -> reply.request() == request.number());
    return this;
  }

  private boolean isHeld(Event event) {
    return event.kind().fault() == Fault.DEADLY && policy == AbandonedClaimPolicy.HOLD;
  }

  private void handle(PlannedMessage message) {
    if (!message.isRunnable()) {
      deadLettered.add(message.number());
      return;
    }
    Event event = PLAN.event(message.event().orElseThrow());
    Kind kind = event.kind();
    boolean isApplied = kind.fate() == Fate.APPLIED && !isHeld(event);
    (isApplied ? acknowledged : deadLettered).add(message.number());
    if (message.role() == Role.COPY) {
      return;
    }
    if (kind.fault() == Fault.DEADLY) {
      boolean isCrash = kind.simulate().orElseThrow().startsWith("crash");
      End end = isCrash ? End.CRASHED : End.TIMED_OUT;
      invocations.add(new Invocation(Set.of(message.number()), Set.of(), end));
    }
    if (kind == Kind.ZOMBIE) {
      answeredLate.add(message.number());
      refusedLate.add(message.number());
    }
    if (isHeld(event)) {
      record(event, Status.UNKNOWN, 1);
      return;
    }
    Status status =
        switch (kind.fate()) {
          case APPLIED -> Status.COMPLETED;
          case FAILED -> Status.FAILED;
          case EXHAUSTED -> Status.RETRYABLE;
        };
    end(event, status, kind.fault() == Fault.NONE ? 1 : 2);
  }

  private void end(Event event, Status status, int attempt) {
    record(event, status, attempt);
    boolean isDone = status == Status.COMPLETED;
    if (event.consumer() == FULFILMENT) {
      fulfil(event, isDone);
    } else if (isDone && event.consumer() == PAYMENTS) {
      book(event, event.key());
    } else if (isDone && event.consumer() == LEDGER) {
      transfer(event);
    } else if (isDone) {
      boolean diedAfter = event.kind() == Kind.CRASH_AFTER || event.kind() == Kind.ZOMBIE;
      runs(event, diedAfter ? 2 : 1);
    }
  }

  private void fulfil(Event event, boolean isDone) {
    if (event.kind() != Kind.DECLINED) {
      gateway(Entry.Kind.CHARGE, event);
    }
    if (isDone) {
      shipments.add(event.key());
    } else if (event.kind() != Kind.DECLINED) {
      gateway(Entry.Kind.REFUND, event);
    }
    reserve(event, isDone ? Reservation.SHIPPED : Reservation.RELEASED);
  }

  private void transfer(Event event) {
    balances.merge(event.account(), -event.amountCents(), Long::sum);
    balances.merge(event.toAccount(), event.amountCents(), Long::sum);
    long number = transfers.size();
    numbers.put(event.key(), number);
    Map<String, Long> sides =
        Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents());
    transfers.put(event.key(), new Transfer(number, sides));
  }

  private void answer(PlannedRequest request) {
    Event event = request.event();
    if (request.isMalformed()) {
      reply(request, 400, Source.FIRST, "");
      return;
    }
    if (isHeld(event)) {
      record(event, Status.UNKNOWN, 1);
    } else if (request.isToBePaid()) {
      record(event, Status.COMPLETED, 1);
      book(event, "id-of-" + request.key());
    } else {
      record(event, Status.FAILED, 1);
    }
    for (int time = 0; time < request.endings(); time++) {
      Source source = time == 0 ? Source.FIRST : Source.REPLAYED;
      if (isHeld(event)) {
        reply(request, 409, Source.FIRST, HELD);
      } else if (request.isToBePaid()) {
        paid(request, source);
      } else {
        reply(request, 422, source, "");
      }
    }
    if (request.way() == Way.REUSED) {
      replies.add(new Reply(request.number(), Payload.OTHER, 422, Source.FIRST, ""));
    }
  }
}
