package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlanRequest;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.demo.plan.TransferContents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** What a run of a small plan leaves behind if all goes well, for tests to spoil. */
final class Outcome {
  static final int MAX_RECEIVES = 3;

  final Plan plan = Planner.plan(new PlanRequest(7, 200, 200, 100, 100, 200, 100));
  final Map<String, RecordRow> records = new HashMap<>();
  final Map<String, OrderRow> orders = new HashMap<>();
  final Map<String, OrderRow> receipts = new HashMap<>();
  final Map<String, AccountRow> accounts = new HashMap<>();
  final Map<LedgerKey, LedgerRow> ledger = new HashMap<>();
  final Map<String, Long> balances = new HashMap<>(TransferContents.openingCents());
  final Map<String, Book.Transfer> transfers = new HashMap<>();
  final Map<String, Long> numbers = new HashMap<>();
  final FulfilledOutcome fulfilled = new FulfilledOutcome();
  final Set<Integer> acknowledged = new HashSet<>();
  final Set<Integer> deadLettered = new HashSet<>();
  final List<Set<Integer>> deaths = new ArrayList<>();
  final Set<Integer> late = new HashSet<>();
  final Set<Integer> refusedLate = new HashSet<>();
  final AnswersOutcome answers = new AnswersOutcome(this);
  final Map<DemoQueue, List<String>> strangers = new EnumMap<>(DemoQueue.class);
  final Map<DemoQueue, Integer> left = new EnumMap<>(DemoQueue.class);
  Interference interference = Interference.none();
  private final AbandonedClaimPolicy policy;

  private Outcome(AbandonedClaimPolicy policy) {
    this.policy = policy;
    plan.openingCents()
        .forEach((account, cents) -> accounts.put(account, new AccountRow(cents, 0)));
    plan.messages().forEach(this::handle);
    plan.sentOn().forEach(this::arrives);
    plan.requests().forEach(answers::handle);
  }

  static Outcome good() {
    return new Outcome(AbandonedClaimPolicy.RERUN);
  }

  static Outcome goodUnderHold() {
    return new Outcome(AbandonedClaimPolicy.HOLD);
  }

  boolean isUnderHold() {
    return policy == AbandonedClaimPolicy.HOLD;
  }

  Report report() {
    return Report.of(evidence());
  }

  /** Asserts that something is told of a subject, in these words among others. */
  void assertFound(String subject, String what) {
    assertThat(report().violations())
        .anyMatch(it -> it.subject().contains(subject) && it.what().contains(what));
    assertThat(report().print()).contains("VERDICT: NOT", subject);
  }

  void assertNotFound(String what) {
    assertThat(report().violations()).noneMatch(it -> it.what().contains(what));
  }

  Evidence evidence() {
    return new Evidence(
        plan,
        new Tables(
            records,
            orders,
            receipts,
            accounts,
            ledger,
            fulfilled.fulfilled(),
            new Book(balances, transfers, numbers)),
        new Deliveries(
            acknowledged, deadLettered, deaths, late, refusedLate, strangers, interference, left),
        answers.answers(),
        policy);
  }

  /** The first event of a kind. */
  Event event(DemoQueue queue, Kind kind) {
    return plan.events(queue).stream()
        .filter(event -> event.kind() == kind)
        .min(Comparator.comparing(event -> event.id().key()))
        .orElseThrow();
  }

  List<PlannedMessage> messages(Event event) {
    return plan.messages().stream()
        .filter(it -> it.event().filter(event.id()::equals).isPresent())
        .toList();
  }

  PlannedMessage first(Event event) {
    return messages(event).getFirst();
  }

  PlannedMessage message(Role role) {
    return plan.messages().stream().filter(it -> it.role() == role).findFirst().orElseThrow();
  }

  String recordId(Event event) {
    return event.id().queue().recordId(event.id().key()).value();
  }

  void dead(PlannedMessage message) {
    acknowledged.remove(message.number());
    deadLettered.add(message.number());
  }

  static LedgerKey ledgerKey(Event event) {
    return new LedgerKey(event.accountId(), event.id().key());
  }

  /** Applies a payment to its account, once more or for the first time. */
  void apply(Event payment) {
    AccountRow before = accounts.getOrDefault(payment.accountId(), new AccountRow(0, 0));
    AccountRow after =
        new AccountRow(before.balanceCents() - payment.amountCents(), before.paymentsApplied() + 1);
    accounts.put(payment.accountId(), after);
    ledger.put(ledgerKey(payment), new LedgerRow(payment.amountCents(), after.paymentsApplied()));
  }

  /** Books a transfer: its balances once more, its row for the first time or anew. */
  void book(Event transfer) {
    String to = TransferContents.toAccount(transfer);
    balances.merge(transfer.accountId(), -transfer.amountCents(), Long::sum);
    balances.merge(to, transfer.amountCents(), Long::sum);
    long number = transfers.size() + 1L;
    List<Book.Entry> entries =
        Stream.of(
                new Book.Entry(transfer.accountId(), -transfer.amountCents()),
                new Book.Entry(to, transfer.amountCents()))
            .sorted(Comparator.comparing(Book.Entry::account))
            .toList();
    transfers.put(transfer.id().key(), new Book.Transfer(number, transfer.amountCents(), entries));
    numbers.put(transfer.id().key(), number);
  }

  private void handle(PlannedMessage message) {
    if (!message.role().isRunnable()) {
      deadLettered.add(message.number());
      return;
    }
    Event event = event(message);
    boolean applied = event.kind().fate() == Fate.APPLIED && !isHeld(event);
    (applied ? acknowledged : deadLettered).add(message.number());
    if (message.role() == Role.FIRST) {
      if (event.kind().fault() == Fault.DEADLY) {
        deaths.add(Set.of(message.number()));
      }
      if (event.kind() == Kind.ZOMBIE) {
        late.add(message.number());
        refusedLate.add(message.number());
      }
      records.put(recordId(event), record(event));
      effects(event);
    }
  }

  private void arrives(Event sentOn) {
    records.put(recordId(sentOn), new RecordRow(Status.COMPLETED, 1, OptionalInt.of(1)));
    fulfilled.happen(sentOn, true);
  }

  private boolean isHeld(Event event) {
    return isUnderHold() && event.kind().fault() == Fault.DEADLY;
  }

  private RecordRow record(Event event) {
    if (isHeld(event)) {
      return new RecordRow(Status.UNKNOWN, 1, OptionalInt.empty());
    }
    return switch (event.kind().fate()) {
      case APPLIED -> {
        int attempt = event.kind().fault() == Fault.NONE ? 1 : 2;
        yield new RecordRow(Status.COMPLETED, attempt, OptionalInt.of(attempt));
      }
      case FAILED -> new RecordRow(Status.FAILED, 1, OptionalInt.empty());
      case EXHAUSTED -> new RecordRow(Status.RETRYABLE, MAX_RECEIVES, OptionalInt.empty());
    };
  }

  private void effects(Event event) {
    boolean isCompleted = event.kind().fate() == Fate.APPLIED && !isHeld(event);
    switch (event.id().queue()) {
      case ORDERS, RECEIPTS -> {
        boolean diedAfter = event.kind() == Kind.CRASH_AFTER || event.kind() == Kind.ZOMBIE;
        int runs = (diedAfter ? 1 : 0) + (isCompleted ? 1 : 0);
        if (runs > 0) {
          Map<String, OrderRow> rows = event.id().queue() == DemoQueue.RECEIPTS ? receipts : orders;
          rows.put(event.id().key(), new OrderRow(event.amountCents(), runs));
        }
      }
      case PAYMENTS -> {
        if (isCompleted) {
          apply(event);
        }
      }
      case LEDGER -> {
        if (isCompleted) {
          book(event);
        }
      }
      case FULFILMENT -> {
        if (!isHeld(event)) {
          fulfilled.happen(event, isCompleted);
        }
      }
    }
  }

  private Event event(PlannedMessage message) {
    return plan.event(message).orElseThrow();
  }
}
