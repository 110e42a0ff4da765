package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What injected faults excuse, and what they do not. */
class InterferenceTest {
  private final Outcome outcome = Outcome.good();
  private final Event order = outcome.event(DemoQueue.ORDERS, Kind.PLAIN);
  private final Event payment = outcome.event(DemoQueue.PAYMENTS, Kind.PLAIN);

  @Test
  void aLostAnswerAllowsTheEffectOnceMore() {
    lose(order.id().key());
    runs(2);

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aLostAnswerAllowsItNoThirdTime() {
    lose(order.id().key());
    runs(3);

    assertDoubleEffect(order);
  }

  @Test
  void aLostAnswerOfAnotherOrderAllowsNothing() {
    lose("another");
    runs(2);

    assertDoubleEffect(order);
  }

  @Test
  void aDeliveryThatFailedAllowsNoSecondEffect() {
    int number = outcome.first(order).number();
    outcome.interference = failed(number);
    runs(2);

    assertDoubleEffect(order);
  }

  @Test
  void aDeliveryThatFailedAllowsNoSecondBooking() {
    outcome.interference = failed(outcome.first(payment).number());
    outcome.apply(payment);
    attempts(payment);

    outcome.assertFound(payment.accountId(), "double effect");
  }

  @Test
  void receivesThatFaultsUsedUpExplainADeadLetter() {
    int number = outcome.first(order).number();
    outcome.messages(order).forEach(outcome::dead);
    outcome.records.put(
        outcome.recordId(order), new RecordRow(Status.RETRYABLE, 1, OptionalInt.empty()));
    outcome.orders.remove(order.id().key());
    List<Set<Integer>> each = Stream.generate(() -> Set.of(number)).limit(3).toList();
    outcome.interference = new Interference(each, Map.of());

    assertThat(outcome.messages(order)).hasSize(1);
    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aMessageThatWasHandledAndNotDeletedMayBeDeadLetteredToo() {
    PlannedMessage copy = outcome.message(Role.COPY);
    outcome.deadLettered.add(copy.number());
    outcome.interference = failed(copy.number());

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void withoutFaultsNoneIsBothHandledAndDeadLettered() {
    PlannedMessage copy = outcome.message(Role.COPY);
    outcome.deadLettered.add(copy.number());

    outcome.assertFound(copy.event().orElseThrow().key(), "dead-lettered without a cause");
  }

  @Test
  void aCopyThatFaultsUsedUpIsSkippedNoMore() {
    PlannedMessage copy = outcome.message(Role.COPY);
    outcome.dead(copy);
    List<Set<Integer>> each = Stream.generate(() -> Set.of(copy.number())).limit(3).toList();
    outcome.interference = new Interference(each, Map.of());

    assertThat(outcome.report().violations()).isEmpty();
  }

  private static Interference failed(int number) {
    return new Interference(List.of(Set.of(number)), Map.of());
  }

  private void lose(String order) {
    outcome.interference = new Interference(List.of(), Map.of(order, 1));
  }

  private void runs(int times) {
    outcome.orders.put(order.id().key(), new OrderRow(order.amountCents(), times));
    attempts(order);
  }

  private void attempts(Event event) {
    outcome.records.put(
        outcome.recordId(event), new RecordRow(Status.COMPLETED, 2, OptionalInt.of(2)));
  }

  private void assertDoubleEffect(Event event) {
    outcome.assertFound(event.id().key(), "double effect");
  }
}
