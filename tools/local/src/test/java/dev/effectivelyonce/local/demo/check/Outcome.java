package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static java.util.Objects.requireNonNull;

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
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a run of a small plan leaves behind if all goes well, for tests to spoil. */
final class Outcome {
  static final String HELD = "{\"type\":\"urn:effectively-once:problem:held\",\"status\":409}";

  private static final Plan PLAN =
      Planner.plan(
          new Sizes(
              7,
              Arrays.stream(DemoConsumer.values())
                  .collect(Collectors.toMap(consumer -> consumer, consumer -> 150))));

  final Plan plan = PLAN;
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
  Network network = Network.SOUND;
  final List<Reply> replies = new ArrayList<>();
  private final AbandonedClaimPolicy policy;

  Outcome(AbandonedClaimPolicy policy) {
    this.policy = policy;
    plan.openingCents().forEach((key, cents) -> accounts.put(key, new AccountRow(cents, 0)));
    plan.messages().forEach(this::handle);
    plan.sentOn().forEach(event -> end(event, Status.COMPLETED, 1));
    plan.requests().forEach(this::answer);
  }

  Report report() {
    return Report.of(
        new Evidence(
            plan,
            new Tables(
                records,
                plain,
                accounts,
                ledger,
                new Fulfilled(gateway, reservations, shipments, stock),
                new Book(balances, transfers, numbers)),
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
                network),
            replies,
            policy),
        Optional.empty());
  }

  Event event(DemoConsumer consumer, Kind kind) {
    return plan.events(consumer).stream()
        .filter(event -> event.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  PlannedRequest request(Predicate<PlannedRequest> which) {
    return plan.requests().stream().filter(which).findFirst().orElseThrow();
  }

  /** A request of a way that is to be paid. */
  PlannedRequest request(Way way) {
    return request(it -> it.way() == way && it.event().kind() != Kind.OVER_BALANCE);
  }

  PlannedMessage message(Role role) {
    return plan.messages().stream().filter(it -> it.role() == role).findFirst().orElseThrow();
  }

  List<Integer> messages(Event event) {
    return plan.messages().stream()
        .filter(it -> it.isRunnable() && it.event().orElseThrow().equals(event.id()))
        .map(PlannedMessage::number)
        .toList();
  }

  void record(Event event, Status status, int attempt) {
    boolean hasResult = status == Status.COMPLETED;
    records.put(
        event.consumer().recordId(event.key()),
        new RecordRow(status, attempt, hasResult ? OptionalInt.of(attempt) : OptionalInt.empty()));
  }

  void forget(Event event) {
    records.remove(event.consumer().recordId(event.key()));
  }

  void dead(Event event) {
    acknowledged.removeAll(messages(event));
    deadLettered.addAll(messages(event));
  }

  /** A delivery of an event that comes back. */
  void delivered(Event event, End end) {
    invocations.add(new Invocation(Set.copyOf(messages(event)), Set.of(), end));
  }

  /** The same for a delivery in which everything was handled. */
  void handled(Event event, End end) {
    Set<Integer> batch = Set.copyOf(messages(event));
    invocations.add(new Invocation(batch, batch, end));
  }

  void runs(Event event, int times) {
    plain.put(event.id(), new PlainRow(event.amountCents(), times));
  }

  /** Books a payment, once more or for the first time. */
  void book(String account, long cents, String paymentId) {
    AccountRow before = accounts.getOrDefault(account, new AccountRow(0, 0));
    AccountRow after = new AccountRow(before.balanceCents() - cents, before.paymentsApplied() + 1);
    accounts.put(account, after);
    ledger.put(new LedgerKey(account, paymentId), new LedgerRow(cents, after.paymentsApplied()));
  }

  void gateway(Entry.Kind kind, Event event) {
    String number = Integer.toString(gateway.size());
    gateway.add(new Entry(kind, number, "key-" + number, event.key(), event.amountCents()));
  }

  void reserve(Event event, String state) {
    reservations.add(new Reservation(event.key(), state, Map.of("article-0", 2L)));
    stock.merge("article-0", state.equals(Reservation.RELEASED) ? 0L : -2L, Long::sum);
  }

  void reply(PlannedRequest request, int status, Source source, String body) {
    replies.add(new Reply(request.number(), Payload.OWN, status, source, body));
  }

  void forgetReplies(PlannedRequest request) {
    replies.removeIf(reply -> reply.request() == request.number());
  }

  static String paid(PlannedRequest request) {
    return "{\"paymentId\":\"id-of-" + request.key() + "\"}";
  }

  private void handle(PlannedMessage message) {
    if (!message.isRunnable()) {
      deadLettered.add(message.number());
      return;
    }
    Event event = requireNonNull(plan.events().get(message.event().orElseThrow()));
    boolean isDeadly = event.kind().fault() == Fault.DEADLY;
    boolean isHeld = isDeadly && policy == AbandonedClaimPolicy.HOLD;
    boolean isApplied = event.kind().fate() == Fate.APPLIED && !isHeld;
    (isApplied ? acknowledged : deadLettered).add(message.number());
    if (message.role() == Role.COPY) {
      return;
    }
    if (isDeadly) {
      End end =
          event.kind().simulate().orElseThrow().startsWith("crash") ? End.CRASHED : End.TIMED_OUT;
      invocations.add(new Invocation(Set.of(message.number()), Set.of(), end));
    }
    if (event.kind() == Kind.ZOMBIE) {
      answeredLate.add(message.number());
      refusedLate.add(message.number());
    }
    if (isHeld) {
      record(event, Status.UNKNOWN, 1);
      return;
    }
    Status status =
        switch (event.kind().fate()) {
          case APPLIED -> Status.COMPLETED;
          case FAILED -> Status.FAILED;
          case EXHAUSTED -> Status.RETRYABLE;
        };
    end(event, status, event.kind().fault() == Fault.NONE ? 1 : 2);
  }

  private void end(Event event, Status status, int attempt) {
    record(event, status, attempt);
    boolean isDone = status == Status.COMPLETED;
    if (event.consumer() == FULFILMENT) {
      fulfil(event, status);
    } else if (isDone && event.consumer() == PAYMENTS) {
      book(event.account(), event.amountCents(), event.key());
    } else if (isDone && event.consumer() == LEDGER) {
      transfer(event);
    } else if (isDone) {
      boolean diedAfter = event.kind() == Kind.CRASH_AFTER || event.kind() == Kind.ZOMBIE;
      runs(event, diedAfter ? 2 : 1);
    }
  }

  private void fulfil(Event event, Status status) {
    if (status == Status.COMPLETED) {
      gateway(Entry.Kind.CHARGE, event);
      reserve(event, Reservation.SHIPPED);
      shipments.add(event.key());
      return;
    }
    if (event.kind() != Kind.DECLINED) {
      gateway(Entry.Kind.CHARGE, event);
      gateway(Entry.Kind.REFUND, event);
    }
    reserve(event, Reservation.RELEASED);
  }

  private void transfer(Event event) {
    balances.merge(event.account(), -event.amountCents(), Long::sum);
    balances.merge(event.toAccount(), event.amountCents(), Long::sum);
    long number = transfers.size();
    numbers.put(event.key(), number);
    transfers.put(
        event.key(),
        new Transfer(
            number,
            Map.of(event.account(), -event.amountCents(), event.toAccount(), event.amountCents())));
  }

  private void answer(PlannedRequest request) {
    boolean isHeld =
        request.event().kind().fault() == Fault.DEADLY && policy == AbandonedClaimPolicy.HOLD;
    if (request.isMalformed()) {
      reply(request, 400, Source.FIRST, "");
      return;
    }
    Status status =
        isHeld ? Status.UNKNOWN : request.isToBePaid() ? Status.COMPLETED : Status.FAILED;
    record(request.event(), status, 1);
    if (status == Status.COMPLETED) {
      book(request.event().account(), request.event().amountCents(), "id-of-" + request.key());
    }
    for (int time = 0; time < request.endings(); time++) {
      Source source = time == 0 ? Source.FIRST : Source.REPLAYED;
      switch (status) {
        case COMPLETED -> reply(request, 201, source, paid(request));
        case FAILED -> reply(request, 422, source, "");
        default -> reply(request, 409, Source.FIRST, HELD);
      }
    }
    if (request.way() == Way.REUSED) {
      replies.add(new Reply(request.number(), Payload.OTHER, 422, Source.FIRST, ""));
    }
  }
}
