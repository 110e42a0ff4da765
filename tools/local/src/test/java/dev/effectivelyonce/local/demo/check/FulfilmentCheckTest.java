package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What gateway and warehouse did is held against how each saga ended: whatever is off is told. */
class FulfilmentCheckTest {
  private final Outcome outcome = Outcome.good();
  private final FulfilledOutcome fulfilled = outcome.fulfilled;
  private final Event shipped = event(Kind.PLAIN);
  private final Event recalled = event(Kind.RECALLED);

  private Event event(Kind kind) {
    return event(DemoQueue.FULFILMENT, kind);
  }

  private Event event(DemoQueue queue, Kind kind) {
    return outcome.event(queue, kind);
  }

  private void assertFound(Breach breach, Event event, String label) {
    Report report = outcome.report();
    assertThat(report.violations())
        .as("%s of %s", breach, event)
        .anyMatch(it -> it.breach() == breach && it.subject().equals(event.id().key()));
    assertThat(ReportPrinter.print(report))
        .contains("VERDICT: NOT", event.id().key())
        .containsPattern(label + " +0 +1 +WRONG");
  }

  @Test
  void allIsWellAndCounted() {
    Report report = outcome.report();

    assertThat(report.violations()).as(ReportPrinter.print(report)).isEmpty();
    assertThat(ReportPrinter.print(report))
        .contains("FULFILMENT (saga)")
        .containsPattern("Charges in the gateway's ledger +[0-9]+ +[0-9]+ +ok");
  }

  @Test
  void aCopyOfWhatIsShippedThatWasNotSkippedIsCounted() {
    PlannedMessage copy = message(Role.COPY, it -> outcome.acknowledged.contains(it.number()));
    outcome.acknowledged.remove(copy.number());

    outcome.assertMiscounted(Section.FULFILMENT, "duplicates skipped");
  }

  @Test
  void aDeadLetterThatHasNoOtherCauseThanItShouldIsCounted() {
    PlannedMessage poison = message(Role.NOT_JSON, it -> true);
    outcome.deadLettered.remove(poison.number());

    outcome.assertMiscounted(Section.FULFILMENT, "not JSON");
    outcome.assertMiscounted(Section.FULFILMENT, "Dead-lettered");
  }

  @Test
  void aPlainOrderWhoseMessageIsDeadLetteredAsGoneBackIsCounted() {
    Event plain = event(Kind.PLAIN);
    outcome.messages(plain).forEach(outcome::dead);
    outcome.records.put(
        outcome.recordId(plain), new RecordRow(Status.FAILED, 1, OptionalInt.empty()));

    outcome.assertMiscounted(Section.FULFILMENT, "its saga went back");
  }

  private PlannedMessage message(Role role, Predicate<PlannedMessage> which) {
    return outcome.plan.messages(DemoQueue.FULFILMENT).stream()
        .filter(it -> it.role() == role)
        .filter(which)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CRASH_BEFORE", "CRASH_AFTER", "CRASH_IN_CHARGE", "ZOMBIE"})
  void aSecondChargeIsFoundWhateverDied(Kind kind) {
    fulfilled.charge(event(kind));

    assertFound(Breach.NOT_PAID_ONCE, event(kind), "Shipped, not charged exactly once");
  }

  @Test
  void aShipmentThatNobodyPaidForIsFound() {
    fulfilled.ledger.removeIf(entry -> entry.orderId().equals(shipped.id().key()));

    assertFound(Breach.NOT_PAID_ONCE, shipped, "Shipped, not charged exactly once");
  }

  @Test
  void aRefundOfWhatIsShippedIsFound() {
    fulfilled.refund(shipped);

    assertFound(Breach.NOT_PAID_ONCE, shipped, "Shipped, not charged exactly once");
  }

  @Test
  void aChargeThatWasNotGivenBackIsFound() {
    fulfilled.ledger.removeIf(
        entry -> entry.kind() == Entry.Kind.REFUND && entry.orderId().equals(recalled.id().key()));

    assertFound(Breach.NOT_GIVEN_BACK, recalled, "Went back, not given back once");
  }

  @Test
  void aSecondRefundIsFound() {
    fulfilled.refund(recalled);

    assertFound(Breach.NOT_GIVEN_BACK, recalled, "Went back, not given back once");
  }

  @ParameterizedTest
  @EnumSource(names = {"RETRYABLE", "UNKNOWN", "INPROGRESS"})
  void aSecondChargeOfAnOrderThatIsNotOverIsFound(Status status) {
    outcome.records.put(outcome.recordId(shipped), new RecordRow(status, 6, OptionalInt.empty()));
    outcome.messages(shipped).forEach(outcome::dead);
    fulfilled.charge(shipped);

    assertFound(Breach.MISCHARGED, shipped, "Held or stopped, charged again");
  }

  @Test
  void aReservationThatWasNotReleasedIsFound() {
    fulfilled.reservations.removeIf(row -> row.orderId().equals(recalled.id().key()));
    fulfilled.reserve(recalled, Fulfilled.RESERVED);

    assertFound(Breach.MISRESERVED, recalled, "Reservations out of step");
  }

  @Test
  void aSecondReservationIsFound() {
    fulfilled.reserve(shipped, Fulfilled.RESERVED);

    assertFound(Breach.MISRESERVED, shipped, "Reservations out of step");
  }

  @Test
  void aSecondShipmentIsFound() {
    fulfilled.shipments.add(shipped.id().key());

    assertFound(Breach.MISSHIPPED, shipped, "Shipments out of step");
  }

  @Test
  void piecesThatAreNowhereAreFound() {
    fulfilled.stock.merge("article-3", -1L, Long::sum);

    assertThat(outcome.report().violations())
        .anyMatch(it -> it.breach() == Breach.STOCK_OFF && it.subject().equals("article-3"));
  }

  @Test
  void anOrderThatIsDoneAndWasNotSentOnIsFound() {
    Event sentOn = outcome.plan.sentOn().getFirst();
    outcome.records.remove(outcome.recordId(sentOn));

    assertFound(Breach.NOT_SENT_ON, sentOn, "Done and not sent on, or the reverse");
  }

  @Test
  void anOrderThatWasSentOnAndIsNotDoneIsFound() {
    Event order = event(DemoQueue.ORDERS, Kind.TO_SHIP);
    outcome.records.remove(outcome.recordId(order));

    assertFound(Breach.NOT_SENT_ON, order, "Done and not sent on, or the reverse");
  }

  @Test
  void aSecondChargeOfAnOrderThatWasSentOnIsFound() {
    Event sentOn = outcome.plan.sentOn().getFirst();
    fulfilled.charge(sentOn);

    assertFound(Breach.NOT_PAID_ONCE, sentOn, "Shipped, not charged exactly once");
  }

  @Test
  void anotherAmountIsFound() {
    fulfilled.ledger.replaceAll(
        entry ->
            new Entry(
                entry.kind(),
                entry.id(),
                entry.key(),
                entry.orderId(),
                entry.amountCents() + (entry.orderId().equals(shipped.id().key()) ? 1 : 0)));

    assertThat(outcome.report().violations()).anyMatch(it -> it.breach() == Breach.WRONG_PAYLOAD);
  }

  @Test
  void aDeclinedCardThatWasChargedIsFound() {
    Event declined = event(Kind.DECLINED);
    fulfilled.charge(declined);
    fulfilled.refund(declined);

    assertThat(outcome.report().violations())
        .anyMatch(
            it ->
                it.breach() == Breach.UNEXPECTED_EFFECT
                    && it.subject().equals(declined.id().key()));
  }

  @Test
  void aPlainOrderThatWentBackAtOnceIsFound() {
    outcome.records.put(
        outcome.recordId(shipped), new RecordRow(Status.FAILED, 1, OptionalInt.empty()));

    assertThat(outcome.report().violations())
        .anyMatch(it -> it.breach() == Breach.UNEXPECTED_STATE);
  }
}
