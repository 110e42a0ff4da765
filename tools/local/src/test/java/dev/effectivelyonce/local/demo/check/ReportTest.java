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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private void assertFound(Breach breach, String subject) {
    assertThat(outcome.report().violations())
        .as("%s of %s", breach, subject)
        .anyMatch(it -> it.breach() == breach && it.subject().contains(subject));
    assertThat(ReportPrinter.print(outcome.report())).contains("VERDICT: NOT").contains(subject);
  }

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(outcome.report().violations()).isEmpty();
    assertThat(ReportPrinter.print(outcome.report()))
        .contains("VERDICT: as the guarantee promises")
        .doesNotContain("WRONG");
  }

  /** Its rows are those of the page about the demo. */
  @Test
  void aGoodRunIsPrintedAsWrittenDown() throws IOException {
    String written = Files.readString(Path.of("src/test/resources/report-of-a-good-run.txt"));

    assertThat(ReportPrinter.print(outcome.report()).strip()).isEqualTo(written.strip());
  }

  @Test
  void aGoodRunUnderHoldIsAsTheGuaranteePromises() {
    assertThat(Outcome.goodUnderHold().report().violations()).isEmpty();
  }

  @Test
  void aSecondEffectWithoutADeathIsFound() {
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    assertFound(Breach.DOUBLE_EFFECT, order.id().key());
  }

  @Test
  void aSecondReceiptWithoutADeathIsFound() {
    Event receipt = outcome.event(DemoQueue.RECEIPTS, Kind.PLAIN);
    outcome.receipts.put(receipt.id().key(), new OrderRow(receipt.amountCents(), 2));
    assertFound(Breach.DOUBLE_EFFECT, receipt.id().key());
  }

  @Test
  void aReceiptThatIsCompletedAndNotWrittenIsFound() {
    Event receipt = outcome.event(DemoQueue.RECEIPTS, Kind.PLAIN);
    outcome.receipts.remove(receipt.id().key());
    assertFound(Breach.LOST, receipt.id().key());
  }

  @Test
  void aReceiptThatNoMessageAskedForIsFound() {
    outcome.receipts.put("who-is-this", new OrderRow(1, 1));
    assertFound(Breach.UNEXPECTED_EFFECT, "who-is-this");
  }

  @Test
  void aThirdEffectAfterOneDeathIsFound() {
    Event crashed = outcome.event(DemoQueue.ORDERS, Kind.CRASH_AFTER);
    outcome.orders.put(crashed.id().key(), new OrderRow(crashed.amountCents(), 3));
    assertFound(Breach.DOUBLE_EFFECT, crashed.id().key());
  }

  @Test
  void anyRepeatUnderHoldIsFound() {
    Outcome held = Outcome.goodUnderHold();
    Event crashed = held.event(DemoQueue.ORDERS, Kind.CRASH_AFTER);
    held.orders.put(crashed.id().key(), new OrderRow(crashed.amountCents(), 2));
    assertThat(held.report().violations()).anyMatch(it -> it.breach() == Breach.DOUBLE_EFFECT);
  }

  @Test
  void aRecordHeldThoughThePolicyIsRerunIsFound() {
    outcome.records.put(
        outcome.recordId(order), new RecordRow(Status.UNKNOWN, 1, OptionalInt.empty()));
    assertFound(Breach.UNEXPECTED_STATE, order.id().key());
  }

  @Test
  void moreRunsThanAttemptsAreFoundEvenAfterADeath() {
    outcome.deaths.add(Set.of(outcome.first(order).number()));
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    assertFound(Breach.TOO_MANY_RUNS, order.id().key());
  }

  @Test
  void aRepeatOfWhatHadCompletedBesideADeathIsFound() {
    outcome.deaths.add(Set.of(outcome.first(order).number()));
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), 2));
    assertFound(Breach.DOUBLE_EFFECT, order.id().key());
  }

  @Test
  void deathsBesideOthersAllowNoMoreDoubleEffectsInAll() {
    String before = allowed();
    outcome.plan.messages(DemoQueue.ORDERS).stream()
        .filter(message -> message.event().filter(this::isPlain).isPresent())
        .forEach(message -> outcome.deaths.add(Set.of(message.number())));

    assertThat(allowed()).isEqualTo(before);
  }

  private boolean isPlain(Event.Id id) {
    return requireNonNull(outcome.plan.events().get(id)).kind() == Kind.PLAIN;
  }

  private String allowed() {
    return outcome.report().rows().getOrDefault(Section.ORDERS, List.of()).stream()
        .filter(row -> row.label().equals("Double effects, allowed"))
        .map(row -> row.expected().toString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLostOrderIsFound() {
    outcome.orders.remove(order.id().key());
    outcome.records.remove(outcome.recordId(order));
    assertFound(Breach.LOST, order.id().key());
  }

  @Test
  void aCompletionWithoutItsEffectIsFound() {
    outcome.orders.remove(order.id().key());
    assertFound(Breach.LOST, order.id().key());
  }

  @Test
  void aMessageThatIsNowhereIsFound() {
    outcome.acknowledged.remove(outcome.first(order).number());
    assertFound(Breach.LOST, "message " + outcome.first(order).number());
  }

  @Test
  void aMessageLeftInAQueueIsFound() {
    outcome.left.put(DemoQueue.ORDERS, 1);
    assertFound(Breach.LEFT_OVER, "orders");
  }

  @Test
  void acknowledgedPoisonIsFound() {
    PlannedMessage poison = outcome.message(Role.NOT_JSON);
    outcome.deadLettered.remove(poison.number());
    outcome.acknowledged.add(poison.number());
    assertFound(Breach.LOST, "message " + poison.number());
  }

  @Test
  void anAcknowledgedReuseOfAKeyIsFound() {
    PlannedMessage reused = outcome.message(Role.REUSED_KEY);
    outcome.deadLettered.remove(reused.number());
    outcome.acknowledged.add(reused.number());
    assertFound(Breach.LOST, "message " + reused.number());
  }

  @Test
  void theOtherPayloadOfAReusedKeyIsFound() {
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents() + 1, 1));
    assertFound(Breach.WRONG_PAYLOAD, order.id().key());
  }

  @Test
  void anOverwrittenCompletionIsFound() {
    Event zombie = outcome.event(DemoQueue.ORDERS, Kind.ZOMBIE);
    outcome.records.put(
        outcome.recordId(zombie), new RecordRow(Status.COMPLETED, 2, OptionalInt.of(1)));
    assertFound(Breach.OVERWRITTEN, zombie.id().key());
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
    assertFound(Breach.STRAY_DEAD_LETTER, order.id().key());
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
    assertFound(Breach.STRAY_DEAD_LETTER, "what is this");
  }

  @Test
  void anEffectOfARefusedPaymentIsFound() {
    Event refused = outcome.event(DemoQueue.PAYMENTS, Kind.OVER_BALANCE);
    outcome.apply(refused);
    assertFound(Breach.UNEXPECTED_EFFECT, refused.id().key());
  }

  @Test
  void aLedgerRowThatNobodySentIsFound() {
    outcome.ledger.put(new LedgerKey(payment.accountId(), "stranger"), new LedgerRow(1, 99));
    assertFound(Breach.UNEXPECTED_EFFECT, "stranger");
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
    assertFound(Breach.OUT_OF_ORDER, first.id().key());
  }

  @Test
  void fewerSkippedDuplicatesThanCopiesAreFound() {
    outcome.acknowledged.remove(outcome.message(Role.COPY).number());
    assertThat(outcome.report().violations())
        .anyMatch(
            it -> it.breach() == Breach.MISCOUNT && it.subject().equals("duplicates skipped"));
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
}
