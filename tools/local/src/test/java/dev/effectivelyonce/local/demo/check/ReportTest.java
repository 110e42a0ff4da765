package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReportTest {
  private final Outcome outcome = Outcome.good();
  private final Event order = outcome.event(DemoQueue.ORDERS, Kind.PLAIN);
  private final Event payment = outcome.event(DemoQueue.PAYMENTS, Kind.PLAIN);

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(outcome.report().violations()).isEmpty();
    assertThat(outcome.report().print()).contains("VERDICT: as the guarantee promises");
  }

  @Test
  void itSaysInALineWhatBecameOfTheEventsOfAQueue() {
    assertThat(outcome.report().print())
        .containsPattern("ORDERS \\(standard queue\\) +200 +233 +198 +1 +0 +6 +2 +1 +8\n");
  }

  @Test
  void aGoodRunUnderHoldIsAsTheGuaranteePromises() {
    assertThat(Outcome.goodUnderHold().report().violations()).isEmpty();
  }

  @Test
  void aSecondEffectWithoutADeathIsFound() {
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    outcome.assertFound(order.id().key(), "double effect");
  }

  @Test
  void aSecondReceiptWithoutADeathIsFound() {
    Event receipt = outcome.event(DemoQueue.RECEIPTS, Kind.PLAIN);
    outcome.receipts.put(receipt.id().key(), new OrderRow(receipt.amountCents(), 2));
    outcome.assertFound(receipt.id().key(), "double effect");
  }

  @Test
  void aReceiptThatIsCompletedAndNotWrittenIsFound() {
    Event receipt = outcome.event(DemoQueue.RECEIPTS, Kind.PLAIN);
    outcome.receipts.remove(receipt.id().key());
    outcome.assertFound(receipt.id().key(), "lost");
  }

  @Test
  void aReceiptThatNoMessageAskedForIsFound() {
    outcome.receipts.put("who-is-this", new OrderRow(1, 1));
    outcome.assertFound("who-is-this", "effect");
  }

  @Test
  void aThirdEffectAfterOneDeathIsFound() {
    Event crashed = outcome.event(DemoQueue.ORDERS, Kind.CRASH_AFTER);
    outcome.orders.put(crashed.id().key(), new OrderRow(crashed.amountCents(), 3));
    outcome.assertFound(crashed.id().key(), "double effect");
  }

  @Test
  void anyRepeatUnderHoldIsFound() {
    Outcome held = Outcome.goodUnderHold();
    Event crashed = held.event(DemoQueue.ORDERS, Kind.CRASH_AFTER);
    held.orders.put(crashed.id().key(), new OrderRow(crashed.amountCents(), 2));
    held.assertFound(crashed.id().key(), "double effect");
  }

  @Test
  void aRecordHeldThoughThePolicyIsRerunIsFound() {
    outcome.records.put(
        outcome.recordId(order), new RecordRow(Status.UNKNOWN, 1, OptionalInt.empty()));
    outcome.assertFound(order.id().key(), "");
  }

  @Test
  void moreRunsThanAttemptsAreFoundEvenAfterADeath() {
    outcome.deaths.add(Set.of(outcome.first(order).number()));
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    outcome.assertFound(order.id().key(), "more often");
  }

  @Test
  void aRepeatOfWhatHadCompletedBesideADeathIsFound() {
    outcome.deaths.add(Set.of(outcome.first(order).number()));
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    outcome.assertFound(order.id().key(), "double effect");
  }

  @Test
  void aLostOrderIsFound() {
    outcome.orders.remove(order.id().key());
    outcome.records.remove(outcome.recordId(order));
    outcome.assertFound(order.id().key(), "lost");
  }

  @Test
  void aCompletionWithoutItsEffectIsFound() {
    outcome.orders.remove(order.id().key());
    outcome.assertFound(order.id().key(), "lost");
  }

  @Test
  void aMessageThatIsNowhereIsFound() {
    outcome.acknowledged.remove(outcome.first(order).number());
    outcome.assertFound("message " + outcome.first(order).number(), "lost");
  }

  @Test
  void aMessageLeftInAQueueIsFound() {
    outcome.left.put(DemoQueue.ORDERS, 1);
    outcome.assertFound("orders", "remain");
  }

  @Test
  void acknowledgedPoisonIsFound() {
    PlannedMessage poison = outcome.message(Role.NOT_JSON);
    outcome.deadLettered.remove(poison.number());
    outcome.acknowledged.add(poison.number());
    outcome.assertFound("message " + poison.number(), "lost");
  }

  @Test
  void anAcknowledgedReuseOfAKeyIsFound() {
    PlannedMessage reused = outcome.message(Role.REUSED_KEY);
    outcome.deadLettered.remove(reused.number());
    outcome.acknowledged.add(reused.number());
    outcome.assertFound("message " + reused.number(), "lost");
  }

  @Test
  void theOtherPayloadOfAReusedKeyIsFound() {
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents() + 1, 1));
    outcome.assertFound(order.id().key(), "");
  }

  @Test
  void anOverwrittenCompletionIsFound() {
    Event zombie = outcome.event(DemoQueue.ORDERS, Kind.ZOMBIE);
    outcome.records.put(
        outcome.recordId(zombie), new RecordRow(Status.COMPLETED, 2, OptionalInt.of(1)));
    outcome.assertFound(zombie.id().key(), "overwritten");
  }

  @ParameterizedTest
  @EnumSource(names = {"ORDERS", "PAYMENTS", "RECEIPTS", "LEDGER"})
  void aLateCompletionThatIsNotRefusedIsFound(DemoQueue queue) {
    Event zombie = outcome.event(queue, Kind.ZOMBIE);
    outcome.refusedLate.remove(outcome.first(zombie).number());
    assertThat(outcome.report().isGood()).isFalse();
  }

  @Test
  void aFenceThatWasNeverTriedIsFound() {
    outcome.late.clear();
    outcome.refusedLate.clear();
    assertThat(outcome.report().isGood()).isFalse();
  }

  @Test
  void aStrayDeadLetterIsFound() {
    outcome.dead(outcome.first(order));
    outcome.assertFound(order.id().key(), "dead-lettered");
  }

  @Test
  void aDeadLetterIsNoStrayIfDeathsUsedUpItsReceives() {
    PlannedMessage worn = outcome.first(order);
    for (int receive = 0; receive < Outcome.MAX_RECEIVES; receive++) {
      outcome.deaths.add(Set.of(worn.number()));
    }
    outcome.dead(worn);
    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void anEventWhoseReceivesDeathsUsedUpMayEndReleased() {
    Event released = outcome.event(DemoQueue.ORDERS, Kind.RETRYABLE_ONCE);
    outcome.orders.remove(released.id().key());
    outcome.records.put(
        outcome.recordId(released), new RecordRow(Status.RETRYABLE, 1, OptionalInt.empty()));
    outcome.messages(released).forEach(outcome::dead);
    assertThat(outcome.report().violations()).isNotEmpty();

    for (int receive = 0; receive < Outcome.MAX_RECEIVES; receive++) {
      outcome.messages(released).forEach(it -> outcome.deaths.add(Set.of(it.number())));
    }

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aDeadLetterThatNobodySentIsFound() {
    outcome.strangers.put(DemoQueue.PAYMENTS, List.of("what is this"));
    outcome.assertFound("what is this", "dead-lettered");
  }

  @Test
  void anEffectOfARefusedPaymentIsFound() {
    Event refused = outcome.event(DemoQueue.PAYMENTS, Kind.OVER_BALANCE);
    outcome.apply(refused);
    outcome.assertFound(refused.id().key(), "effect");
  }

  @Test
  void aLedgerRowThatNobodySentIsFound() {
    outcome.ledger.put(new LedgerKey(payment.accountId(), "stranger"), new LedgerRow(1, 99));
    outcome.assertFound("stranger", "effect");
  }

  @Test
  void paymentsOutOfOrderAreFound() {
    List<Event> inOrder = appliedTo(payment.accountId());
    Event first = inOrder.getFirst();
    Event last = inOrder.getLast();
    int early = ledgerRow(first).sequence();
    int late = ledgerRow(last).sequence();
    outcome.ledger.put(Outcome.ledgerKey(first), new LedgerRow(first.amountCents(), late));
    outcome.ledger.put(Outcome.ledgerKey(last), new LedgerRow(last.amountCents(), early));
    outcome.assertFound(first.id().key(), "out of order");
  }

  private List<Event> appliedTo(String account) {
    List<Event> applied =
        outcome.plan.events(DemoQueue.PAYMENTS).stream()
            .filter(event -> event.accountId().equals(account))
            .filter(event -> outcome.ledger.containsKey(Outcome.ledgerKey(event)))
            .sorted(Comparator.comparingInt(event -> ledgerRow(event).sequence()))
            .toList();
    assertThat(applied).as("payments of " + account).hasSizeGreaterThan(1);
    return applied;
  }

  private LedgerRow ledgerRow(Event event) {
    LedgerRow row = outcome.ledger.get(Outcome.ledgerKey(event));
    return requireNonNull(row, event.toString());
  }

  @Test
  void aFaultThatNeverStruckIsFound() {
    Event crashed = outcome.event(DemoQueue.ORDERS, Kind.CRASH_BEFORE);
    outcome.records.put(
        outcome.recordId(crashed), new RecordRow(Status.COMPLETED, 1, OptionalInt.of(1)));

    outcome.assertFound(crashed.id().key(), "there was no second");
  }

  @Test
  void anAbandonedClaimThatWasRunAgainUnderHoldIsFound() {
    Outcome held = Outcome.goodUnderHold();
    Event crashed = held.event(DemoQueue.PAYMENTS, Kind.CRASH_BEFORE);
    held.records.put(held.recordId(crashed), new RecordRow(Status.COMPLETED, 2, OptionalInt.of(2)));
    held.apply(crashed);

    held.assertFound(crashed.id().key(), "though the policy is HOLD");
  }
}
