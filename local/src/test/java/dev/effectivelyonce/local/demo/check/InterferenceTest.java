package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Interference.Debit;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import java.util.Comparator;
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
  private final Event payment = last(outcome.event(DemoQueue.PAYMENTS, Kind.PLAIN).accountId());

  @Test
  void aLostAnswerAllowsTheEffectOnceMore() {
    lose(Map.of(order.id().key(), 1), Map.of());
    runs(2);

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aLostAnswerAllowsItNoThirdTime() {
    lose(Map.of(order.id().key(), 1), Map.of());
    runs(3);

    assertDoubleEffect(order);
  }

  @Test
  void aLostAnswerOfAnotherOrderAllowsNothing() {
    lose(Map.of("another", 1), Map.of());
    runs(2);

    assertDoubleEffect(order);
  }

  @Test
  void aDeliveryThatFailedAllowsNoSecondEffect() {
    int number = outcome.first(order).number();
    outcome.interference = new Interference(List.of(Set.of(number)), Map.of(), Map.of(), Map.of());
    runs(2);

    assertDoubleEffect(order);
  }

  @Test
  void aBalanceThatWasLoweredUnknownToItsHandlerAllowsThePaymentOnceMore() {
    lose(Map.of(), Map.of(new Debit(payment.accountId(), payment.amountCents()), 1));
    outcome.apply(payment);
    attempts(payment);

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aBalanceThatWasLoweredByAnotherAmountAllowsNothing() {
    lose(Map.of(), Map.of(new Debit(payment.accountId(), payment.amountCents() + 1), 1));
    outcome.apply(payment);
    attempts(payment);

    assertDoubleEffect(payment);
  }

  @Test
  void receivesThatFaultsUsedUpExplainADeadLetter() {
    int number = outcome.first(order).number();
    outcome.messages(order).forEach(outcome::dead);
    outcome.records.put(
        outcome.recordId(order), new RecordRow(Status.RETRYABLE, 1, OptionalInt.empty()));
    outcome.orders.remove(order.id().key());
    List<Set<Integer>> each = Stream.generate(() -> Set.of(number)).limit(3).toList();
    outcome.interference = new Interference(each, Map.of(), Map.of(), Map.of());

    assertThat(outcome.messages(order)).hasSize(1);
    assertThat(outcome.report().violations()).isEmpty();
  }

  private void lose(Map<String, Integer> orders, Map<Debit, Integer> debits) {
    outcome.interference = new Interference(List.of(), orders, Map.of(), debits);
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
    assertThat(outcome.report().violations())
        .anyMatch(
            it -> it.breach() == Breach.DOUBLE_EFFECT && it.subject().equals(event.id().key()));
  }

  private Event last(String account) {
    return outcome.plan.events(DemoQueue.PAYMENTS).stream()
        .filter(event -> event.accountId().equals(account))
        .filter(event -> outcome.ledger.containsKey(Outcome.ledgerKey(event)))
        .max(Comparator.comparingInt(this::sequence))
        .orElseThrow();
  }

  private int sequence(Event event) {
    return requireNonNull(outcome.ledger.get(Outcome.ledgerKey(event))).sequence();
  }
}
