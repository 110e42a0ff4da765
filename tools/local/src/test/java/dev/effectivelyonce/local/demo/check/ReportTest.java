package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.core.record.Status.COMPLETED;
import static dev.effectivelyonce.core.record.Status.FAILED;
import static dev.effectivelyonce.core.record.Status.INPROGRESS;
import static dev.effectivelyonce.core.record.Status.RETRYABLE;
import static dev.effectivelyonce.core.record.Status.UNKNOWN;
import static dev.effectivelyonce.gateway.Entry.Kind.CHARGE;
import static dev.effectivelyonce.gateway.Entry.Kind.REFUND;
import static dev.effectivelyonce.local.demo.check.Invocation.End.CRASHED;
import static dev.effectivelyonce.local.demo.check.Invocation.End.LOST;
import static dev.effectivelyonce.local.demo.check.Invocation.End.PROMPT;
import static dev.effectivelyonce.local.demo.check.Invocation.End.SLOW;
import static dev.effectivelyonce.local.demo.check.Invocation.End.TIMED_OUT;
import static dev.effectivelyonce.local.demo.check.Outcome.HELD;
import static dev.effectivelyonce.local.demo.check.Outcome.ORDER;
import static dev.effectivelyonce.local.demo.check.Outcome.PAYMENT;
import static dev.effectivelyonce.local.demo.check.Outcome.PLAN;
import static dev.effectivelyonce.local.demo.check.Outcome.RECEIPT;
import static dev.effectivelyonce.local.demo.check.Outcome.SAGA;
import static dev.effectivelyonce.local.demo.check.Outcome.TRANSFER;
import static dev.effectivelyonce.local.demo.check.Outcome.event;
import static dev.effectivelyonce.local.demo.check.Outcome.messages;
import static dev.effectivelyonce.local.demo.check.Outcome.request;
import static dev.effectivelyonce.local.demo.check.Promise.ANSWERED;
import static dev.effectivelyonce.local.demo.check.Promise.COMMITTED_ONCE;
import static dev.effectivelyonce.local.demo.check.Promise.FAULTS_REAL;
import static dev.effectivelyonce.local.demo.check.Promise.IN_ORDER;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_LOST;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_OVERWRITTEN;
import static dev.effectivelyonce.local.demo.check.Promise.PLAIN_EXPLAINED;
import static dev.effectivelyonce.local.demo.check.Promise.REFUSED;
import static dev.effectivelyonce.local.demo.check.Promise.SAGA_WHOLE;
import static dev.effectivelyonce.local.demo.check.Promise.SENT_ON;
import static dev.effectivelyonce.local.demo.check.Reply.Source.FIRST;
import static dev.effectivelyonce.local.demo.check.Reply.Source.REPLAYED;
import static dev.effectivelyonce.local.demo.check.Tables.Reservation.SHIPPED;
import static dev.effectivelyonce.local.demo.check.Verdict.HOLDS;
import static dev.effectivelyonce.local.demo.check.Verdict.INCONCLUSIVE;
import static dev.effectivelyonce.local.demo.check.Verdict.VIOLATED;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.ORDERS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload.OTHER;
import static dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload.OWN;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A good run is told as good, and each broken promise by name. */
class ReportTest {
  private static final Event TO_SHIP = event(ORDERS, Kind.TO_SHIP);
  private static final Event SENT_ON_SAGA = Plan.sentOnBy(PLAN.toShip().getFirst());
  private static final Event CRASHED_BEFORE = event(ORDERS, Kind.CRASH_BEFORE);
  private static final Event CRASHED_AFTER = event(ORDERS, Kind.CRASH_AFTER);
  private static final Event ZOMBIE = event(LEDGER, Kind.ZOMBIE);
  private static final Event STOPPED = event(PAYMENTS, Kind.ZOMBIE);
  private static final Event REUSED = event(PAYMENTS, Kind.KEY_REUSED);
  private static final Event REUSED_ORDER = event(ORDERS, Kind.KEY_REUSED);
  private static final Event DECLINED = event(FULFILMENT, Kind.DECLINED);
  private static final Event OVER_BALANCE = event(PAYMENTS, Kind.OVER_BALANCE);
  private static final LedgerKey PAID = new LedgerKey(PAYMENT.account(), PAYMENT.key());
  private static final PlannedRequest ONCE = request(Way.ONCE);
  private static final PlannedRequest LATER = request(Way.LATER);
  private static final PlannedRequest OTHER_PAYLOAD = request(Way.REUSED);
  private static final LedgerKey ONCE_PAID =
      new LedgerKey(ONCE.event().account(), "id-of-" + ONCE.event().key());
  private static final List<Event> SAGAS =
      PLAN.events(FULFILMENT).stream().filter(event -> event.kind() == Kind.PLAIN).toList();

  private static final List<Event> ZOMBIES =
      PLAN.events().stream().filter(event -> event.kind() == Kind.ZOMBIE).toList();

  /** A payment that is sent twice, and done. */
  private static final Event COPIED =
      PLAN.events(PAYMENTS).stream()
          .filter(it -> it.kind().fate() == Kind.Fate.APPLIED && messages(it).size() > 1)
          .findFirst()
          .orElseThrow();

  /**
   * What the report says of something that is spoiled in a good run.
   *
   * @param what a part of its words
   */
  record Breach(AbandonedClaimPolicy policy, Verdict verdict, Promise promise, String what) {
    @SafeVarargs
    @SuppressWarnings("varargs")
    final Stream<Case> by(Consumer<Outcome>... spoils) {
      return Stream.of(spoils).map(spoil -> new Case(this, spoil));
    }

    boolean isFound(Finding finding) {
      return finding.promise() == promise
          && finding.verdict() == verdict
          && finding.what().contains(what);
    }
  }

  /** A way to spoil it. */
  record Case(Breach breach, Consumer<Outcome> spoil) {
    Outcome outcome() {
      Outcome outcome = new Outcome(breach.policy());
      spoil.accept(outcome);
      return outcome;
    }

    @Override
    public String toString() {
      return breach.promise() + ": " + breach.what();
    }
  }

  @ParameterizedTest
  @EnumSource(AbandonedClaimPolicy.class)
  void aGoodRunIsAsTheGuaranteePromises(AbandonedClaimPolicy policy) {
    Report report = new Outcome(policy).report();

    assertThat(report.findings()).isEmpty();
    assertThat(report.verdict()).isEqualTo(HOLDS);
    assertThat(report.print())
        .contains("VERDICT: as the guarantee promises", "holds    nothing is lost")
        .doesNotContain("BROKEN", "unclear");
  }

  @ParameterizedTest
  @MethodSource
  void whatThePromisesAllowIsNoFinding(AbandonedClaimPolicy policy, Consumer<Outcome> change) {
    Outcome outcome = new Outcome(policy);
    change.accept(outcome);

    assertThat(outcome.report().findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource({"ofMessages", "ofEffects", "ofMoney", "ofSagas", "ofRequests", "ofSlowness"})
  void whatIsNotAsPromisedIsNamed(Case spoiled) {
    Breach breach = spoiled.breach();
    Report report = spoiled.outcome().report();

    assertThat(report.findings()).anyMatch(breach::isFound);
    assertThat(report.verdict()).as(report.print()).isEqualTo(breach.verdict());
    String end = breach.verdict() == VIOLATED ? "NOT as" : "inconclusive, .*-Dslack=4";
    assertThat(report.print())
        .contains(breach.what())
        .containsPattern(breach.verdict().word() + " +" + breach.promise().title())
        .containsPattern("VERDICT: " + end);
  }

  /** A violation stays one when the run did not settle, and its machine was slow. */
  @ParameterizedTest
  @MethodSource({"ofEffects", "ofMoney"})
  void noSlownessExcusesAnEffect(Case spoiled) {
    assertThat(spoiled.outcome().unsettled().report().verdict()).isEqualTo(VIOLATED);
  }

  static Stream<Arguments> whatThePromisesAllowIsNoFinding() {
    Consumer<Outcome> held = it -> SAGAS.forEach(saga -> it.record(saga, UNKNOWN, 1).dead(saga));
    return Stream.of(
        // A zombie that is done before a slow machine stops it.
        allowed(it -> it.done(event(ORDERS, Kind.ZOMBIE), 1, 1)),
        // Another payload, under a key whose own messages were given up.
        allowed(it -> it.giveUpForAnother(REUSED).pays(REUSED, REUSED.otherCents())),
        allowed(
            it ->
                it.giveUpForAnother(REUSED_ORDER)
                    .row(REUSED_ORDER.toString(), REUSED_ORDER.otherCents(), 1)),
        // A dead letter whose receives were used up by deaths, or under faults on its way.
        allowed(it -> it.delivered(ORDER, CRASHED).dead(ORDER).undone(ORDER, 3)),
        allowed(
            it ->
                it.disturbed()
                    .delivered(ORDER, LOST)
                    .deliveries
                    .deadLettered()
                    .addAll(messages(ORDER))),
        allowed(it -> it.disturbed().dead(PAYMENT).delivered(PAYMENT, PROMPT)),
        // A payment that was given up while its only attempt was stopped half way.
        allowed(it -> appliedLast(it.disturbed().dead(STOPPED).done(STOPPED, 1, 1))),
        // A plain effect once more, after a death or a lost answer.
        allowed(it -> it.delivered(ORDER, CRASHED).done(ORDER, 2, 2)),
        allowed(it -> it.lostAnswer(ORDER).done(ORDER, 2, 2)),
        // Sagas that wait for an operator, and one that was sent on and given up.
        Arguments.of(HOLD, held),
        allowed(it -> it.undo(SENT_ON_SAGA).deliveries.sentOn().add(SENT_ON_SAGA.key())));
  }

  static Stream<Case> ofSlowness() {
    return all(
        unclear(NOT_LOST, "neither acknowledged nor dead-lettered")
            .by(it -> it.stay(ORDER).undone(ORDER, 0).forget(ORDER)),
        unclear(NOT_LOST, "nothing explains its state")
            .by(
                it -> it.stay(RECEIPT).record(RECEIPT, INPROGRESS, 1),
                it -> it.dead(ORDER).delivered(ORDER, SLOW).record(ORDER, RETRYABLE, 2)),
        unclear(NOT_LOST, "7 messages remain")
            .by(it -> it.deliveries.left().add("7 messages remain")),
        unclear(NOT_LOST, "dead-lettered without a cause")
            .by(
                it -> it.dead(ORDER).delivered(ORDER, SLOW),
                it -> it.dead(ORDER).deliveries.starved().addAll(messages(ORDER)),
                ReportTest::notDeletedInTime),
        unclear(SENT_ON, "done, and not sent on").by(it -> it.unsettled().undo(SENT_ON_SAGA)),
        unclear(SAGA_WHOLE, "stopped half way")
            .by(
                it -> SAGAS.forEach(saga -> it.unsettled().record(saga, RETRYABLE, 3).dead(saga)),
                it ->
                    SAGAS.forEach(
                        saga -> it.delivered(saga, SLOW).record(saga, RETRYABLE, 3).dead(saga))),
        unclear(ANSWERED, "no answer in the end")
            .by(it -> it.forgetReplies(ONCE), it -> it.forgetReplies(LATER).paid(LATER, FIRST)),
        unclear(PLAIN_EXPLAINED, "double effect")
            .by(it -> it.delivered(ORDER, SLOW).done(ORDER, 2, 2)),
        unclear(FAULTS_REAL, "none was stopped half way")
            .by(it -> ZOMBIES.forEach(zombie -> it.done(zombie, 1, 1))),
        unclear(REFUSED, "it can only be refused")
            .by(it -> it.giveUpForAnother(REUSED).record(REUSED, COMPLETED, 2)),
        unclear(NOT_OVERWRITTEN, "not refused")
            .by(
                it -> it.accept(ZOMBIE).deliveries.answeredLate().removeAll(messages(ZOMBIE)),
                it -> it.accept(ZOMBIE).delivered(ZOMBIE, TIMED_OUT)),
        new Breach(HOLD, INCONCLUSIVE, PLAIN_EXPLAINED, "not held")
            .by(it -> it.delivered(CRASHED_AFTER, SLOW).done(CRASHED_AFTER, 2, 1)));
  }

  static Stream<Case> ofMessages() {
    return all(
        broken(NOT_LOST, "lost: its message is gone").by(it -> it.forget(ORDER)),
        broken(NOT_LOST, "neither acknowledged nor dead-lettered")
            .by(it -> it.deliveries.acknowledged().remove(messages(ORDER).getFirst())),
        broken(NOT_LOST, "dead-lettered without a cause")
            .by(
                it -> it.dead(ORDER),
                it -> it.dead(ORDER).delivered(ORDER, PROMPT).delivered(ORDER, PROMPT)),
        broken(NOT_LOST, "nobody sent it").by(it -> it.deliveries.strangers().add("what is this")),
        broken(NOT_LOST, "nothing explains its state").by(it -> it.record(ORDER, UNKNOWN, 1)),
        broken(REFUSED, "it can only be refused")
            .by(
                it -> it.acknowledge(Role.POISON, poison -> true),
                it -> it.acknowledge(Role.REUSED_KEY, reused -> true),
                it -> it.giveUpForAnother(REUSED)),
        broken(NOT_OVERWRITTEN, "is overwritten")
            .by(it -> it.tables.records().put(ORDER.recordId(), new RecordRow(COMPLETED, 2, 1))),
        broken(NOT_OVERWRITTEN, "not refused")
            .by(it -> it.accept(ZOMBIE), it -> it.deliveries.refusedLate().clear()),
        broken(FAULTS_REAL, "there was no second")
            .by(it -> it.record(CRASHED_BEFORE, COMPLETED, 1)));
  }

  static Stream<Case> ofEffects() {
    return all(
        broken(PLAIN_EXPLAINED, "double effect")
            .by(
                it -> it.runs(ORDER, 2),
                it -> it.runs(RECEIPT, 2),
                it -> it.runs(CRASHED_AFTER, 3),
                it -> it.runs(CRASHED_BEFORE, 2),
                it -> it.delivered(ORDER, CRASHED).runs(ORDER, 2),
                it -> it.delivered(ORDER, CRASHED).done(ORDER, 3, 3),
                it -> it.disturbed().delivered(ORDER, PROMPT).done(ORDER, 2, 2),
                it -> it.lostAnswer(ORDER).done(ORDER, 3, 3)),
        broken(COMMITTED_ONCE, "double effect")
            .by(it -> it.delivered(TO_SHIP, CRASHED).delivered(TO_SHIP, SLOW).done(TO_SHIP, 2, 2)),
        new Breach(HOLD, VIOLATED, PLAIN_EXPLAINED, "double effect")
            .by(it -> it.runs(CRASHED_AFTER, 2)),
        new Breach(HOLD, VIOLATED, PLAIN_EXPLAINED, "though the policy is HOLD")
            .by(
                it -> it.record(event(PAYMENTS, Kind.CRASH_BEFORE), COMPLETED, 2),
                it -> it.record(CRASHED_BEFORE, RETRYABLE, 1)),
        broken(NOT_LOST, "completed, without its row")
            .by(it -> it.tables.plain().remove(RECEIPT.toString())),
        broken(REFUSED, "must have no effect").by(it -> it.runs(event(ORDERS, Kind.PERMANENT), 1)),
        broken(REFUSED, "its row says")
            .by(
                it -> it.row(REUSED_ORDER.toString(), 1, 1),
                it -> it.pays(PAYMENT, PAYMENT.amountCents() + 1)),
        broken(REFUSED, "nobody asked for")
            .by(
                it -> it.row("receipts stranger", 1, 1),
                it -> it.tables.transfers().put("stranger", new Transfer(0, Map.of()))));
  }

  static Stream<Case> ofMoney() {
    return all(
        broken(COMMITTED_ONCE, "what came and went leaves")
            .by(
                it -> it.book(PAYMENT, PAYMENT.key()),
                it -> it.tables.balances().merge(PAYMENT.account(), -1L, Long::sum),
                it -> it.tables.balances().merge(Tables.payments(PAYMENT.account()), 1L, Long::sum),
                it -> it.tables.balances().put("stranger", -1L),
                it -> it.tables.balances().remove(PAYMENT.account()),
                it -> it.tables.balances().merge(TRANSFER.account(), -1L, Long::sum)),
        broken(COMMITTED_ONCE, "payments, with the numbers")
            .by(it -> it.tables.ledger().put(PAID, new LedgerRow(PAYMENT.amountCents(), 0))),
        broken(COMMITTED_ONCE, "but not completed")
            .by(it -> it.record(PAYMENT, RETRYABLE, 1), it -> it.record(TRANSFER, RETRYABLE, 1)),
        broken(COMMITTED_ONCE, "its entries are")
            .by(
                it ->
                    it.tables
                        .transfers()
                        .put(TRANSFER.key(), new Transfer(0, Map.of("book-00", 1L)))),
        broken(COMMITTED_ONCE, "copies get the number")
            .by(it -> it.tables.numbers().put(TRANSFER.key(), 9_999L)),
        broken(NOT_LOST, "completed, without its row").by(it -> it.tables.ledger().remove(PAID)),
        broken(REFUSED, "must have no effect").by(it -> it.book(OVER_BALANCE, OVER_BALANCE.key())),
        broken(REFUSED, "nobody asked for").by(it -> it.book(PAYMENT, "stranger")),
        broken(IN_ORDER, "out of order")
            .by(
                it -> it.tables.ledger().replaceAll(ReportTest::swapped),
                it -> appliedLast(it.disturbed()),
                it -> {
                  it.deliveries.invocations().clear();
                  appliedLast(it.disturbed().dead(STOPPED).delivered(STOPPED, CRASHED));
                }));
  }

  /** The payment that was stopped half way is applied after all others of its account. */
  private static void appliedLast(Outcome it) {
    LedgerKey stopped = new LedgerKey(STOPPED.account(), STOPPED.key());
    LedgerRow row = requireNonNull(it.tables.ledger().remove(stopped));
    it.tables
        .ledger()
        .replaceAll(
            (key, other) ->
                key.accountId().equals(STOPPED.account()) && other.sequence() > row.sequence()
                    ? new LedgerRow(other.amountCents(), other.sequence() - 1)
                    : other);
    long last = it.tables.balances().getOrDefault(Tables.payments(STOPPED.account()), 0L);
    it.tables.ledger().put(stopped, new LedgerRow(row.amountCents(), (int) last));
  }

  /** Handled, but not deleted in time. Its copy is not out of order. */
  private static void notDeletedInTime(Outcome it) {
    Set<Integer> batch = Set.copyOf(messages(COPIED));
    it.deliveries.invocations().add(new Invocation(batch, batch, SLOW));
    it.deliveries.deadLettered().add(messages(COPIED).getFirst());
  }

  private static LedgerRow swapped(LedgerKey key, LedgerRow row) {
    return key.accountId().equals(PAYMENT.account())
        ? new LedgerRow(row.amountCents(), 1000 - row.sequence())
        : row;
  }

  static Stream<Case> ofSagas() {
    return all(
        broken(SAGA_WHOLE, "not as it ended")
            .by(
                it -> it.gateway(CHARGE, SAGA),
                it -> it.tables.gateway().removeIf(entry -> entry.orderId().equals(SAGA.key())),
                it -> it.gateway(REFUND, SAGA),
                it -> it.gateway(REFUND, event(FULFILMENT, Kind.RECALLED)),
                it -> it.reserve(SAGA, SHIPPED),
                it -> it.tables.shipments().add(SAGA.key()),
                it -> it.forget(SAGA)),
        broken(SAGA_WHOLE, "what came and went")
            .by(it -> it.tables.balances().merge("article-3", -1L, Long::sum)),
        broken(SAGA_WHOLE, "must not be charged")
            .by(it -> it.gateway(CHARGE, DECLINED).gateway(REFUND, DECLINED)),
        broken(SAGA_WHOLE, "another amount")
            .by(it -> it.tables.gateway().replaceAll(ReportTest::dearer)),
        broken(SAGA_WHOLE, "must not end so")
            .by(it -> it.record(SAGA, FAILED, 1), it -> it.record(SAGA, UNKNOWN, 1)),
        broken(REFUSED, "nobody asked for")
            .by(
                it -> it.tables.shipments().add("stranger"),
                it -> it.gateway(CHARGE, Plan.sentOnBy(ORDER)),
                it -> it.tables.reservations().add(new Reservation("stranger", SHIPPED, Map.of()))),
        broken(SAGA_WHOLE, "stopped half way")
            .by(it -> SAGAS.forEach(saga -> it.record(saga, RETRYABLE, 3))),
        broken(SENT_ON, "done, and not sent on").by(it -> it.forget(SENT_ON_SAGA)),
        broken(SENT_ON, "sent on, and not done").by(it -> it.forget(TO_SHIP)));
  }

  private static Entry dearer(Entry entry) {
    return new Entry(
        entry.kind(), entry.id(), entry.key(), entry.orderId(), entry.amountCents() + 1);
  }

  static Stream<Case> ofRequests() {
    return all(
        broken(ANSWERED, "double effect").by(it -> it.book(ONCE, OWN)),
        broken(ANSWERED, "had to be refused").by(it -> it.book(request(Way.WITHOUT_KEY), OWN)),
        broken(ANSWERED, "the other payload").by(it -> it.book(OTHER_PAYLOAD, OTHER)),
        broken(ANSWERED, "answered as paid").by(it -> it.tables.ledger().remove(ONCE_PAID)),
        broken(ANSWERED, "completed, but not in the ledger")
            .by(it -> it.tables.ledger().remove(ONCE_PAID)),
        broken(ANSWERED, "lost: it is not in the ledger")
            .by(it -> it.tables.ledger().remove(ONCE_PAID)),
        broken(ANSWERED, "but not completed").by(it -> it.record(ONCE.event(), RETRYABLE, 1)),
        broken(ANSWERED, "its answers differ").by(it -> it.reply(LATER, OWN, 201, REPLAYED, "{}")),
        broken(ANSWERED, "answered anew").by(it -> it.paid(LATER, FIRST)),
        broken(ANSWERED, "never told before").by(it -> it.forgetReplies(ONCE).paid(ONCE, REPLAYED)),
        broken(ANSWERED, "wrong answer")
            .by(
                it -> it.reply(ONCE, OWN, 422, FIRST, ""),
                it -> it.reply(OTHER_PAYLOAD, OTHER, 201, REPLAYED, "")),
        broken(ANSWERED, "held without a cause").by(it -> it.reply(ONCE, OWN, 409, FIRST, HELD)),
        new Breach(HOLD, VIOLATED, ANSWERED, "held without a cause")
            .by(it -> it.reply(ONCE, OWN, 409, FIRST, HELD)));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Stream<Case> all(Stream<Case>... cases) {
    return Stream.of(cases).flatMap(it -> it);
  }

  private static Breach broken(Promise promise, String what) {
    return new Breach(RERUN, VIOLATED, promise, what);
  }

  private static Breach unclear(Promise promise, String what) {
    return new Breach(RERUN, INCONCLUSIVE, promise, what);
  }

  private static Arguments allowed(Consumer<Outcome> change) {
    return Arguments.of(RERUN, change);
  }
}
