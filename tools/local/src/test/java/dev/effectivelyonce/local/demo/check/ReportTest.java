package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.plan.DemoConsumer.FULFILMENT;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.LEDGER;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.ORDERS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.PAYMENTS;
import static dev.effectivelyonce.local.demo.plan.DemoConsumer.RECEIPTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Deliveries.Network;
import dev.effectivelyonce.local.demo.check.Invocation.End;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A good run is told as good, and each broken promise by name. */
class ReportTest {
  private final Outcome good = new Outcome(AbandonedClaimPolicy.RERUN);
  private final Event order = good.event(ORDERS, Kind.PLAIN);

  /**
   * Something that is spoiled in a good run.
   *
   * @param what what the report says of it
   */
  record Breach(
      Promise promise, String what, AbandonedClaimPolicy policy, Consumer<Outcome> spoil) {
    @Override
    public String toString() {
      return promise + ": " + what;
    }
  }

  @ParameterizedTest
  @EnumSource(AbandonedClaimPolicy.class)
  void aGoodRunIsAsTheGuaranteePromises(AbandonedClaimPolicy policy) {
    Report report = new Outcome(policy).report();

    assertThat(report.findings()).isEmpty();
    assertThat(report.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(report.print())
        .contains("VERDICT: as the guarantee promises", "holds    nothing is lost")
        .doesNotContain("BROKEN", "unclear");
  }

  @ParameterizedTest
  @MethodSource({"ofMessages", "ofEffects", "ofMoney", "ofSagas", "ofRequests"})
  void aBrokenPromiseIsNamed(Breach breach) {
    Report report = spoiled(breach);

    assertThat(report.findings())
        .anyMatch(it -> isOf(it, breach) && it.verdict() == Verdict.VIOLATED);
    assertThat(report.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(report.print())
        .contains("VERDICT: NOT", "BROKEN   " + breach.promise().title(), breach.what());
  }

  @ParameterizedTest
  @MethodSource({"ofSlowness", "ofSlowMessages", "ofSlowPolicies"})
  void whatASlowMachineMayDoIsInconclusive(Breach breach) {
    Report report = spoiled(breach);

    assertThat(report.findings()).anyMatch(it -> isOf(it, breach));
    assertThat(report.verdict()).as(report.print()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(report.print())
        .contains(
            "VERDICT: inconclusive",
            "-Dslack=2",
            "unclear  " + breach.promise().title(),
            breach.what());
  }

  /** A violation stays one when the run did not settle, and its machine was slow. */
  @ParameterizedTest
  @MethodSource({"ofEffects", "ofMoney"})
  void noSlownessExcusesAnEffect(Breach breach) {
    Outcome outcome = new Outcome(breach.policy());
    breach.spoil().accept(outcome);
    outcome.left.add("7 messages remain in the queues");

    assertThat(outcome.report().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aZombieMayBeDoneBeforeASlowMachineStopsIt() {
    Outcome outcome = new Outcome(AbandonedClaimPolicy.RERUN);
    doneInTime(outcome, outcome.event(ORDERS, Kind.ZOMBIE));

    assertThat(outcome.report().findings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ORDERS", "PAYMENTS"})
  void anotherPayloadMayUseAKeyThatWasNeverUsed(DemoConsumer consumer) {
    Outcome outcome = new Outcome(AbandonedClaimPolicy.RERUN);
    Event reused = outcome.event(consumer, Kind.KEY_REUSED);
    giveUpForAnother(outcome, reused);
    if (consumer == PAYMENTS) {
      pays(outcome, reused, reused.otherCents());
    } else {
      outcome.plain.put(reused.id(), new PlainRow(reused.otherCents(), 1));
    }

    assertThat(outcome.report().findings()).isEmpty();
  }

  /** Its messages came to the dead-letter queue, and the other payload under its key was done. */
  private static void giveUpForAnother(Outcome outcome, Event reused) {
    outcome.dead(reused);
    outcome.delivered(reused, End.TIMED_OUT);
    outcome.plan.messages().stream()
        .filter(message -> message.event().equals(Optional.of(reused.id())))
        .filter(message -> message.role() == Role.REUSED_KEY)
        .forEach(message -> acknowledge(outcome, message.number()));
  }

  private static void pays(Outcome outcome, Event payment, long cents) {
    outcome.ledger.computeIfPresent(
        new LedgerKey(payment.account(), payment.key()),
        (key, row) -> new LedgerRow(cents, row.sequence()));
    outcome.accounts.computeIfPresent(
        payment.account(),
        (account, row) ->
            new AccountRow(
                row.balanceCents() + payment.amountCents() - cents, row.paymentsApplied()));
  }

  private static List<Event> zombies(Outcome outcome) {
    return outcome.plan.events().values().stream()
        .filter(event -> event.kind() == Kind.ZOMBIE)
        .toList();
  }

  private static void doneInTime(Outcome outcome, Event zombie) {
    outcome.record(zombie, Status.COMPLETED, 1);
    if (zombie.consumer().isPlain()) {
      outcome.runs(zombie, 1);
    }
  }

  private static Report spoiled(Breach breach) {
    Outcome outcome = new Outcome(breach.policy());
    breach.spoil().accept(outcome);
    return outcome.report();
  }

  private static boolean isOf(Finding finding, Breach breach) {
    return finding.promise() == breach.promise() && finding.what().contains(breach.what());
  }

  static Stream<Breach> ofSlowness() {
    return Stream.of(
        breach(Promise.NOT_LOST, "7 messages remain", it -> it.left.add("7 messages remain")),
        breach(
            Promise.NOT_LOST,
            "neither acknowledged nor dead-lettered",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.left.add("2 messages remain");
              it.acknowledged.removeAll(it.messages(order));
              it.forget(order);
              it.plain.remove(order.id());
            }),
        breach(
            Promise.NOT_LOST,
            "nothing explains its state",
            it -> {
              Event payment = it.event(RECEIPTS, Kind.PLAIN);
              it.left.add("1 messages remain");
              it.acknowledged.removeAll(it.messages(payment));
              it.record(payment, Status.INPROGRESS, 1);
            }),
        breach(
            Promise.SENT_ON,
            "done, and not sent on",
            it -> {
              it.left.add("messages remain in the outbox");
              undoSaga(it, it.plan.sentOn().getFirst());
            }),
        breach(
            Promise.SAGA_WHOLE,
            "stopped half way",
            it -> {
              it.left.add("9 messages remain");
              sagas(it).forEach(event -> stop(it, event));
            }),
        breach(
            Promise.ANSWERED,
            "no answer in the end",
            it -> {
              PlannedRequest request = it.request(Way.ONCE);
              it.forgetReplies(request);
            }),
        breach(
            Promise.ANSWERED,
            "no answer in the end",
            it -> {
              PlannedRequest request = it.request(Way.LATER);
              it.forgetReplies(request);
              it.reply(request, 201, Source.FIRST, Outcome.paid(request));
            }));
  }

  static Stream<Breach> ofSlowMessages() {
    return Stream.of(
        breach(
            Promise.NOT_LOST,
            "dead-lettered without a cause",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.dead(order);
              it.delivered(order, End.SLOW);
            }),
        breach(
            Promise.NOT_LOST,
            "dead-lettered without a cause",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.dead(order);
              it.starved.addAll(it.messages(order));
            }),
        breach(
            Promise.NOT_LOST,
            "nothing explains its state",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.dead(order);
              it.delivered(order, End.SLOW);
              it.record(order, Status.RETRYABLE, 2);
            }),
        breach(
            Promise.SAGA_WHOLE,
            "stopped half way",
            it ->
                sagas(it)
                    .forEach(
                        event -> {
                          it.delivered(event, End.SLOW);
                          stop(it, event);
                        })),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.delivered(order, End.SLOW);
              it.record(order, Status.COMPLETED, 2);
              it.runs(order, 2);
            }),
        breach(
            Promise.FAULTS_REAL,
            "none was stopped half way",
            it -> zombies(it).forEach(zombie -> doneInTime(it, zombie))));
  }

  static Stream<Breach> ofSlowPolicies() {
    return Stream.of(
        breach(
            Promise.REFUSED,
            "it can only be refused",
            it -> {
              Event reused = it.event(PAYMENTS, Kind.KEY_REUSED);
              giveUpForAnother(it, reused);
              it.record(reused, Status.COMPLETED, 2);
            }),
        breach(
            Promise.NOT_OVERWRITTEN,
            "not refused",
            it -> {
              it.answeredLate.removeAll(it.messages(it.event(LEDGER, Kind.ZOMBIE)));
              it.refusedLate.removeAll(it.messages(it.event(LEDGER, Kind.ZOMBIE)));
            }),
        breach(
            Promise.NOT_OVERWRITTEN,
            "not refused",
            it -> {
              it.delivered(it.event(LEDGER, Kind.ZOMBIE), End.TIMED_OUT);
              it.refusedLate.removeAll(it.messages(it.event(LEDGER, Kind.ZOMBIE)));
            }),
        underHold(
            Promise.PLAIN_EXPLAINED,
            "not held",
            it -> {
              Event crashed = it.event(ORDERS, Kind.CRASH_AFTER);
              it.delivered(crashed, End.SLOW);
              it.record(crashed, Status.COMPLETED, 2);
              it.runs(crashed, 1);
            }));
  }

  static Stream<Breach> ofMessages() {
    return Stream.of(
        breach(
            Promise.NOT_LOST,
            "lost: its message is gone",
            it -> it.forget(it.event(ORDERS, Kind.PLAIN))),
        breach(
            Promise.NOT_LOST,
            "neither acknowledged nor dead-lettered",
            it -> it.acknowledged.remove(it.messages(it.event(ORDERS, Kind.PLAIN)).getFirst())),
        breach(
            Promise.NOT_LOST,
            "dead-lettered without a cause",
            it -> it.dead(it.event(ORDERS, Kind.PLAIN))),
        breach(Promise.NOT_LOST, "nobody sent it", it -> it.strangers.add("what is this")),
        breach(Promise.REFUSED, "it can only be refused", it -> acknowledge(it, Role.POISON)),
        breach(Promise.REFUSED, "it can only be refused", it -> acknowledge(it, Role.REUSED_KEY)),
        breach(
            Promise.REFUSED,
            "it can only be refused",
            it -> giveUpForAnother(it, it.event(PAYMENTS, Kind.KEY_REUSED))),
        breach(
            Promise.NOT_LOST,
            "nothing explains its state",
            it -> it.record(it.event(ORDERS, Kind.PLAIN), Status.UNKNOWN, 1)),
        breach(
            Promise.NOT_OVERWRITTEN,
            "is overwritten",
            it ->
                it.records.put(
                    ORDERS.recordId(it.event(ORDERS, Kind.ZOMBIE).key()),
                    new RecordRow(Status.COMPLETED, 2, OptionalInt.of(1)))),
        breach(
            Promise.NOT_OVERWRITTEN,
            "not refused",
            it -> it.refusedLate.removeAll(it.messages(it.event(LEDGER, Kind.ZOMBIE)))),
        breach(Promise.NOT_OVERWRITTEN, "not refused", it -> it.refusedLate.clear()),
        breach(
            Promise.NOT_LOST,
            "dead-lettered without a cause",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.dead(order);
              it.delivered(order, End.PROMPT);
              it.delivered(order, End.PROMPT);
            }),
        breach(
            Promise.FAULTS_REAL,
            "there was no second",
            it -> it.record(it.event(ORDERS, Kind.CRASH_BEFORE), Status.COMPLETED, 1)));
  }

  static Stream<Breach> ofEffects() {
    return Stream.of(
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> it.runs(it.event(ORDERS, Kind.PLAIN), 2)),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> it.runs(it.event(RECEIPTS, Kind.PLAIN), 2)),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> it.runs(it.event(ORDERS, Kind.CRASH_AFTER), 3)),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.delivered(order, End.CRASHED);
              it.runs(order, 2);
            }),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.delivered(order, End.CRASHED);
              it.record(order, Status.COMPLETED, 3);
              it.runs(order, 3);
            }),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.CRASH_BEFORE);
              it.runs(order, 2);
            }),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.network = Network.DISTURBED;
              it.delivered(order, End.PROMPT);
              it.record(order, Status.COMPLETED, 2);
              it.runs(order, 2);
            }),
        breach(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.PLAIN);
              it.lostAnswers.put(order.key(), 1);
              it.record(order, Status.COMPLETED, 3);
              it.runs(order, 3);
            }),
        breach(
            Promise.COMMITTED_ONCE,
            "double effect",
            it -> {
              Event order = it.event(ORDERS, Kind.TO_SHIP);
              it.delivered(order, End.CRASHED);
              it.delivered(order, End.SLOW);
              it.record(order, Status.COMPLETED, 2);
              it.runs(order, 2);
            }),
        underHold(
            Promise.PLAIN_EXPLAINED,
            "double effect",
            it -> it.runs(it.event(ORDERS, Kind.CRASH_AFTER), 2)),
        underHold(
            Promise.PLAIN_EXPLAINED,
            "though the policy is HOLD",
            it -> it.record(it.event(PAYMENTS, Kind.CRASH_BEFORE), Status.COMPLETED, 2)),
        underHold(
            Promise.PLAIN_EXPLAINED,
            "though the policy is HOLD",
            it -> it.record(it.event(ORDERS, Kind.CRASH_BEFORE), Status.RETRYABLE, 1)),
        breach(
            Promise.NOT_LOST,
            "completed, without its row",
            it -> it.plain.remove(it.event(RECEIPTS, Kind.PLAIN).id())),
        breach(
            Promise.REFUSED,
            "must have no effect",
            it -> it.runs(it.event(ORDERS, Kind.PERMANENT), 1)),
        breach(
            Promise.REFUSED,
            "its row says",
            it -> it.plain.put(it.event(ORDERS, Kind.KEY_REUSED).id(), new PlainRow(1, 1))),
        breach(
            Promise.REFUSED,
            "its row says",
            it ->
                it.ledger.computeIfPresent(
                    new LedgerKey(payment(it).account(), payment(it).key()),
                    (key, row) -> new LedgerRow(row.amountCents() + 1, row.sequence()))),
        breach(
            Promise.REFUSED,
            "nobody asked for",
            it -> it.plain.put(new Event.Id(RECEIPTS, "who-is-this"), new PlainRow(1, 1))));
  }

  static Stream<Breach> ofMoney() {
    return Stream.of(
        breach(
            "its ledger makes it",
            it -> it.book(payment(it).account(), payment(it).amountCents(), payment(it).key())),
        breach(
            "its ledger makes it",
            it ->
                it.accounts.computeIfPresent(
                    payment(it).account(),
                    (key, row) -> new AccountRow(row.balanceCents() - 1, row.paymentsApplied()))),
        breach("missing", it -> it.accounts.remove(payment(it).account())),
        breach("its ledger makes it", it -> it.accounts.put("stranger", new AccountRow(-1, 1))),
        breach("but not completed", it -> it.record(payment(it), Status.RETRYABLE, 1)),
        breach("but not completed", it -> it.record(transfer(it), Status.RETRYABLE, 1)),
        breach(
            "opening and entries leave",
            it -> it.balances.merge(transfer(it).account(), -1L, Long::sum)),
        breach(
            "its entries are",
            it -> it.transfers.put(transfer(it).key(), new Transfer(0, Map.of("book-00", 1L)))),
        breach("copies get the number", it -> it.numbers.put(transfer(it).key(), 9_999L)),
        breach(
            Promise.NOT_LOST,
            "completed, without its row",
            it -> it.ledger.remove(new LedgerKey(payment(it).account(), payment(it).key()))),
        breach(
            Promise.REFUSED,
            "must have no effect",
            it -> {
              Event refused = it.event(PAYMENTS, Kind.OVER_BALANCE);
              it.book(refused.account(), refused.amountCents(), refused.key());
            }),
        breach(
            Promise.REFUSED,
            "nobody asked for",
            it -> it.book(payment(it).account(), 7, "stranger")),
        breach(Promise.IN_ORDER, "out of order", ReportTest::swapPayments));
  }

  static Stream<Breach> ofSagas() {
    return Stream.of(
        saga("not as it ended", it -> it.gateway(Entry.Kind.CHARGE, saga(it))),
        saga(
            "not as it ended",
            it -> it.gateway.removeIf(entry -> entry.orderId().equals(saga(it).key()))),
        saga("not as it ended", it -> it.gateway(Entry.Kind.REFUND, saga(it))),
        saga(
            "not as it ended",
            it -> it.gateway(Entry.Kind.REFUND, it.event(FULFILMENT, Kind.RECALLED))),
        saga("not as it ended", it -> it.reserve(saga(it), Reservation.SHIPPED)),
        saga("not as it ended", it -> it.shipments.add(saga(it).key())),
        saga("in stock", it -> it.stock.merge("article-3", -1L, Long::sum)),
        saga(
            "must not be charged",
            it -> {
              Event declined = it.event(FULFILMENT, Kind.DECLINED);
              it.gateway(Entry.Kind.CHARGE, declined);
              it.gateway(Entry.Kind.REFUND, declined);
            }),
        saga(
            "another amount",
            it ->
                it.gateway.replaceAll(
                    entry ->
                        new Entry(
                            entry.kind(),
                            entry.id(),
                            entry.key(),
                            entry.orderId(),
                            entry.amountCents() + 1))),
        saga("must not end so", it -> it.record(saga(it), Status.FAILED, 1)),
        saga("must not end so", it -> it.record(saga(it), Status.UNKNOWN, 1)),
        saga("not as it ended", it -> it.forget(saga(it))),
        saga("nobody sent this order", it -> it.shipments.add("stranger")),
        saga(
            "stopped half way",
            it ->
                it.plan.events(FULFILMENT).forEach(event -> it.record(event, Status.RETRYABLE, 3))),
        breach(
            Promise.SENT_ON, "done, and not sent on", it -> it.forget(it.plan.sentOn().getFirst())),
        breach(
            Promise.SENT_ON,
            "sent on, and not done",
            it -> it.forget(it.event(ORDERS, Kind.TO_SHIP))));
  }

  static Stream<Breach> ofRequests() {
    return Stream.of(
        request("double effect", it -> book(it, it.request(Way.ONCE), Payload.OWN)),
        request("had to be refused", it -> book(it, it.request(Way.WITHOUT_KEY), Payload.OWN)),
        request("the other payload", it -> book(it, it.request(Way.REUSED), Payload.OTHER)),
        request("answered as paid", it -> unbook(it, it.request(Way.ONCE))),
        request("lost: it is not in the ledger", it -> unbook(it, it.request(Way.ONCE))),
        request(
            "but not completed",
            it -> it.record(it.request(Way.ONCE).event(), Status.RETRYABLE, 1)),
        request(
            "its answers differ",
            it ->
                it.reply(
                    it.request(Way.LATER),
                    201,
                    Source.REPLAYED,
                    Outcome.paid(it.request(Way.LATER)) + " ")),
        request(
            "answered anew",
            it ->
                it.reply(
                    it.request(Way.LATER), 201, Source.FIRST, Outcome.paid(it.request(Way.LATER)))),
        request(
            "never told before",
            it -> {
              PlannedRequest once =
                  it.request(
                      request -> request.way() == Way.ONCE && request.event().kind() == Kind.PLAIN);
              it.forgetReplies(once);
              it.reply(once, 201, Source.REPLAYED, Outcome.paid(once));
            }),
        request("wrong answer", it -> it.reply(it.request(Way.ONCE), 422, Source.FIRST, "")),
        request(
            "wrong answer",
            it ->
                it.replies.add(
                    new Reply(
                        it.request(Way.REUSED).number(), Payload.OTHER, 201, Source.REPLAYED, ""))),
        request(
            "held without a cause",
            it -> it.reply(it.request(Way.ONCE), 409, Source.FIRST, Outcome.HELD)),
        underHold(
            Promise.ANSWERED,
            "held without a cause",
            it ->
                it.reply(
                    it.request(request -> request.event().kind() == Kind.PLAIN),
                    409,
                    Source.FIRST,
                    Outcome.HELD)));
  }

  @Test
  void aDeadLetterHasACauseIfDeathsUsedUpItsReceives() {
    good.delivered(order, End.CRASHED);
    good.dead(order);
    good.record(order, Status.RETRYABLE, 3);
    good.plain.remove(order.id());

    assertThat(good.report().findings()).isEmpty();
  }

  @Test
  void aDeathAllowsAPlainEffectOnceMore() {
    good.delivered(order, End.CRASHED);
    good.record(order, Status.COMPLETED, 2);
    good.runs(order, 2);

    assertThat(good.report().findings()).isEmpty();
  }

  @Test
  void soDoesALostAnswer() {
    good.lostAnswers.put(order.key(), 1);
    good.record(order, Status.COMPLETED, 2);
    good.runs(order, 2);

    assertThat(good.report().findings()).isEmpty();
  }

  @Test
  void underFaultsWhatCameBackOrWasLostMayBeDeadLettered() {
    good.network = Network.DISTURBED;
    good.delivered(order, End.LOST);
    good.deadLettered.addAll(good.messages(order));
    Event payment = payment(good);
    good.dead(payment);
    good.delivered(payment, End.PROMPT);

    assertThat(good.report().findings()).isEmpty();
  }

  @Test
  void underHoldSagasMayWaitForAnOperator() {
    Outcome held = new Outcome(AbandonedClaimPolicy.HOLD);
    sagas(held)
        .forEach(
            event -> {
              held.record(event, Status.UNKNOWN, 1);
              held.dead(event);
            });

    assertThat(held.report().findings()).noneMatch(it -> it.what().contains("stopped half way"));
  }

  @Test
  void aSagaThatWasSentOnAndGivenUpHasArrived() {
    Event sentOn = good.plan.sentOn().getFirst();
    undoSaga(good, sentOn);
    good.deadSentOn.add(sentOn.key());

    assertThat(good.report().findings()).isEmpty();
  }

  /** A message that was handled and not deleted in time is dead-lettered, and its copy is late. */
  @Test
  void aLateDeletionIsNotOutOfOrder() {
    Event copied =
        good.plan.events(PAYMENTS).stream()
            .filter(it -> it.kind().fate() == Kind.Fate.APPLIED && good.messages(it).size() > 1)
            .findFirst()
            .orElseThrow();
    good.deadLettered.add(good.messages(copied).getFirst());
    good.handled(copied, End.SLOW);

    assertThat(good.report().findings()).noneMatch(it -> it.promise() == Promise.IN_ORDER);
    assertThat(good.report().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static List<Event> sagas(Outcome outcome) {
    return outcome.plan.events(FULFILMENT).stream()
        .filter(event -> event.kind() == Kind.PLAIN)
        .toList();
  }

  /** Charged and reserved, and no more. */
  private static void stop(Outcome outcome, Event event) {
    outcome.record(event, Status.RETRYABLE, 3);
    outcome.dead(event);
  }

  private static void undoSaga(Outcome outcome, Event event) {
    outcome.forget(event);
    outcome.gateway.removeIf(entry -> entry.orderId().equals(event.key()));
    outcome.shipments.remove(event.key());
    outcome.reservations.removeIf(row -> row.orderId().equals(event.key()));
    outcome.stock.merge("article-0", 2L, Long::sum);
  }

  private static Breach breach(Promise promise, String what, Consumer<Outcome> spoil) {
    return new Breach(promise, what, AbandonedClaimPolicy.RERUN, spoil);
  }

  private static Breach underHold(Promise promise, String what, Consumer<Outcome> spoil) {
    return new Breach(promise, what, AbandonedClaimPolicy.HOLD, spoil);
  }

  private static Breach breach(String what, Consumer<Outcome> spoil) {
    return breach(Promise.COMMITTED_ONCE, what, spoil);
  }

  private static Breach saga(String what, Consumer<Outcome> spoil) {
    return breach(Promise.SAGA_WHOLE, what, spoil);
  }

  private static Breach request(String what, Consumer<Outcome> spoil) {
    return breach(Promise.ANSWERED, what, spoil);
  }

  private static Event payment(Outcome outcome) {
    return outcome.event(PAYMENTS, Kind.PLAIN);
  }

  private static Event transfer(Outcome outcome) {
    return outcome.event(LEDGER, Kind.PLAIN);
  }

  private static Event saga(Outcome outcome) {
    return outcome.event(FULFILMENT, Kind.CRASH_IN_CHARGE);
  }

  private static void acknowledge(Outcome outcome, Role role) {
    acknowledge(outcome, outcome.message(role).number());
  }

  private static void acknowledge(Outcome outcome, int number) {
    outcome.deadLettered.remove(number);
    outcome.acknowledged.add(number);
  }

  private static void swapPayments(Outcome outcome) {
    String account = payment(outcome).account();
    outcome.ledger.replaceAll(
        (key, row) ->
            key.accountId().equals(account)
                ? new LedgerRow(row.amountCents(), 1000 - row.sequence())
                : row);
  }

  private static void book(Outcome outcome, PlannedRequest request, Payload payload) {
    outcome.book(request.event().account(), request.amountCents(payload), "another");
  }

  private static void unbook(Outcome outcome, PlannedRequest request) {
    outcome.ledger.remove(new LedgerKey(request.event().account(), "id-of-" + request.key()));
  }
}
