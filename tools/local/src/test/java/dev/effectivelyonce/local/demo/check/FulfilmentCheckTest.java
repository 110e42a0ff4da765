package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import java.util.OptionalInt;
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

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CRASH_BEFORE", "CRASH_AFTER", "CRASH_IN_CHARGE", "ZOMBIE"})
  void aSecondChargeIsFoundWhateverDied(Kind kind) {
    fulfilled.charge(event(kind));

    outcome.assertFound(event(kind).id().key(), "not charged as it ended");
  }

  @Test
  void aShipmentThatNobodyPaidForIsFound() {
    fulfilled.ledger.removeIf(entry -> entry.orderId().equals(shipped.id().key()));

    outcome.assertFound(shipped.id().key(), "not charged as it ended");
  }

  @Test
  void aRefundOfWhatIsShippedIsFound() {
    fulfilled.refund(shipped);

    outcome.assertFound(shipped.id().key(), "not charged as it ended");
  }

  @Test
  void aChargeThatWasNotGivenBackIsFound() {
    fulfilled.ledger.removeIf(
        entry -> entry.kind() == Entry.Kind.REFUND && entry.orderId().equals(recalled.id().key()));

    outcome.assertFound(recalled.id().key(), "not charged as it ended");
  }

  @Test
  void aSecondRefundIsFound() {
    fulfilled.refund(recalled);

    outcome.assertFound(recalled.id().key(), "not charged as it ended");
  }

  @ParameterizedTest
  @EnumSource(names = {"RETRYABLE", "UNKNOWN", "INPROGRESS"})
  void aSecondChargeOfAnOrderThatIsNotOverIsFound(Status status) {
    outcome.records.put(outcome.recordId(shipped), new RecordRow(status, 6, OptionalInt.empty()));
    outcome.messages(shipped).forEach(outcome::dead);
    fulfilled.charge(shipped);

    outcome.assertFound(shipped.id().key(), "not charged as it ended");
  }

  @Test
  void aReservationThatWasNotReleasedIsFound() {
    fulfilled.reservations.removeIf(row -> row.orderId().equals(recalled.id().key()));
    fulfilled.reserve(recalled, Fulfilled.RESERVED);

    outcome.assertFound(recalled.id().key(), "not reserved as it ended");
  }

  @Test
  void aSecondReservationIsFound() {
    fulfilled.reserve(shipped, Fulfilled.RESERVED);

    outcome.assertFound(shipped.id().key(), "not reserved as it ended");
  }

  @Test
  void aSecondShipmentIsFound() {
    fulfilled.shipments.add(shipped.id().key());

    outcome.assertFound(shipped.id().key(), "not shipped as it ended");
  }

  @Test
  void piecesThatAreNowhereAreFound() {
    fulfilled.stock.merge("article-3", -1L, Long::sum);

    outcome.assertFound("article-3", "in stock");
  }

  @Test
  void anOrderThatIsDoneAndWasNotSentOnIsFound() {
    Event sentOn = outcome.plan.sentOn().getFirst();
    outcome.records.remove(outcome.recordId(sentOn));

    outcome.assertFound(sentOn.id().key(), "sent it on");
  }

  @Test
  void anOrderThatWasSentOnAndIsNotDoneIsFound() {
    Event order = event(DemoQueue.ORDERS, Kind.TO_SHIP);
    outcome.records.remove(outcome.recordId(order));

    outcome.assertFound(order.id().key(), "sent it on");
  }

  @Test
  void aSecondChargeOfAnOrderThatWasSentOnIsFound() {
    Event sentOn = outcome.plan.sentOn().getFirst();
    fulfilled.charge(sentOn);

    outcome.assertFound(sentOn.id().key(), "not charged as it ended");
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

    outcome.assertFound(shipped.id().key(), "charged another amount");
  }

  @Test
  void aDeclinedCardThatWasChargedIsFound() {
    Event declined = event(Kind.DECLINED);
    fulfilled.charge(declined);
    fulfilled.refund(declined);

    outcome.assertFound(declined.id().key(), "must not be charged");
  }

  @Test
  void aPlainOrderThatWentBackAtOnceIsFound() {
    outcome.records.put(
        outcome.recordId(shipped), new RecordRow(Status.FAILED, 1, OptionalInt.empty()));

    outcome.assertFound(shipped.id().key(), "must not end so");
  }

  @Test
  void moreSagasThatStoppedThanTheGatewayExplainsAreFound() {
    outcome.plan.events(DemoQueue.FULFILMENT).stream()
        .filter(event -> event.kind() == Kind.PLAIN)
        .limit(10)
        .forEach(
            event -> {
              outcome.messages(event).forEach(outcome::dead);
              outcome.records.put(
                  outcome.recordId(event), new RecordRow(Status.RETRYABLE, 3, OptionalInt.empty()));
            });

    outcome.assertFound("sagas", "stopped half way");
  }
}
