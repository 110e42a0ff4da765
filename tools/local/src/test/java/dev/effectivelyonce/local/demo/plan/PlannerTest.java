package dev.effectivelyonce.local.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlannerTest {
  private static final Set<Kind> OF_ORDERS = EnumSet.of(Kind.SLOW, Kind.TO_SHIP);
  private static final Set<Kind> OF_PAYMENTS = EnumSet.of(Kind.OVER_BALANCE, Kind.NO_ACCOUNT);

  private static final Set<Kind> OF_FULFILMENT =
      EnumSet.of(
          Kind.DECLINED, Kind.SOLD_OUT, Kind.RECALLED, Kind.CRASH_IN_CHARGE, Kind.CRASH_IN_REFUND);

  private final Plan plan = plan(1, 5000);

  private static Plan plan(long seed, int events) {
    return Planner.plan(new PlanRequest(seed, events, events, 300, 100, 0, 100));
  }

  @Test
  void theSameSeedMakesTheSamePlan() {
    assertThat(plan(1, 5000)).isEqualTo(plan);
  }

  @Test
  void anotherSeedMakesAnotherPlan() {
    assertThat(plan(2, 5000)).isNotEqualTo(plan);
  }

  @Test
  void theFullSizeHasAsManyEventsAndAccountsAsPromised() {
    assertThat(plan.events(DemoQueue.ORDERS)).hasSize(5000);
    assertThat(plan.events(DemoQueue.PAYMENTS)).hasSize(5000);
    assertThat(plan.openingCents()).hasSize(200);
  }

  @Test
  void aboutATenthOfTheEventsIsSentAgain() {
    for (DemoQueue queue : List.of(DemoQueue.ORDERS, DemoQueue.PAYMENTS)) {
      assertThat(plan.messages(queue).stream().filter(it -> it.role() == Role.COPY).count())
          .isBetween(500L, 700L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ORDERS", "PAYMENTS"})
  void everyKindOfEventAndPoisonOccursEvenInTheSmallestPlan(DemoQueue queue) {
    Plan smallest = plan(1, Shares.LEAST_EVENTS);
    Set<Kind> expected = EnumSet.allOf(Kind.class);
    expected.removeAll(OF_FULFILMENT);
    expected.removeAll(queue == DemoQueue.ORDERS ? OF_PAYMENTS : OF_ORDERS);
    Set<Kind> kinds = smallest.events(queue).stream().map(Event::kind).collect(Collectors.toSet());
    Set<Role> roles =
        smallest.messages(queue).stream().map(PlannedMessage::role).collect(Collectors.toSet());
    assertThat(kinds).isEqualTo(expected);
    assertThat(roles).isEqualTo(EnumSet.allOf(Role.class));
  }

  @Test
  void ordersToFulfilMeetEveryEndOfTheSaga() {
    Plan smallest = Planner.plan(new PlanRequest(1, 100, 100, Shares.LEAST_EVENTS, 0, 0, 0));

    assertThat(smallest.events(DemoQueue.FULFILMENT).stream().map(Event::kind))
        .hasSize(Shares.LEAST_EVENTS)
        .containsAll(OF_FULFILMENT)
        .contains(Kind.PLAIN, Kind.CRASH_BEFORE, Kind.CRASH_AFTER, Kind.ZOMBIE);
  }

  @Test
  void receiptsMeetCopiesAndDeathsAndNothingThatFailsOn() {
    assertThat(
            plan.events(DemoQueue.RECEIPTS).stream().map(Event::kind).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(
            Kind.PLAIN, Kind.CRASH_BEFORE, Kind.CRASH_AFTER, Kind.TIMEOUT, Kind.ZOMBIE);
    assertThat(
            plan.messages(DemoQueue.RECEIPTS).stream()
                .filter(message -> message.role() == Role.COPY))
        .hasSizeGreaterThan(20);
  }

  @Test
  void transfersMeetWhatPaymentsMeetBetweenTwoAccountsEach() {
    Set<Kind> expected = EnumSet.allOf(Kind.class);
    expected.removeAll(OF_FULFILMENT);
    expected.remove(Kind.TO_SHIP);
    List<Event> transfers = plan.events(DemoQueue.LEDGER);

    assertThat(transfers.stream().map(Event::kind).collect(Collectors.toSet())).isEqualTo(expected);
    assertThat(transfers)
        .allSatisfy(
            it ->
                assertThat(TransferContents.openingCents())
                    .containsKey(TransferContents.toAccount(it)))
        .noneMatch(it -> it.accountId().equals(TransferContents.toAccount(it)));
    assertThat(plan.messages(DemoQueue.LEDGER)).noneMatch(it -> it.role() == Role.REUSED_KEY);
  }

  @Test
  void messagesAreNumberedInTheOrderOfSending() {
    for (int number = 0; number < plan.messages().size(); number++) {
      assertThat(plan.messages().get(number).number()).isEqualTo(number);
    }
  }

  @Test
  void everyEventBeginsWithItsFirstMessage() {
    plan.messagesByEvent()
        .forEach(
            (event, messages) -> {
              assertThat(messages.getFirst().role()).as(event.toString()).isEqualTo(Role.FIRST);
              assertThat(messages.stream().filter(it -> it.role() == Role.FIRST)).hasSize(1);
            });
  }

  @Test
  void aReusedKeyHasAnotherBodyThanItsEvent() {
    for (List<PlannedMessage> messages : plan.messagesByEvent().values()) {
      String first = messages.getFirst().body();
      for (PlannedMessage message : messages) {
        assertThat(message.body().equals(first)).isEqualTo(message.role() != Role.REUSED_KEY);
      }
    }
  }

  @Test
  void allMessagesOfAPaymentAreInTheGroupOfItsAccount() {
    for (PlannedMessage message : plan.messages(DemoQueue.PAYMENTS)) {
      assertThat(message.group()).isPresent();
      plan.event(message)
          .ifPresent(event -> assertThat(message.group()).contains(event.accountId()));
    }
  }

  @Test
  void noTwoPaymentsThatHoldUpTheirAccountShareOne() {
    Map<String, Long> heldUp =
        plan.events(DemoQueue.PAYMENTS).stream()
            .filter(event -> event.kind().fault() != Fault.NONE)
            .filter(event -> event.kind() != Kind.NO_ACCOUNT)
            .collect(Collectors.groupingBy(Event::accountId, Collectors.counting()));
    assertThat(heldUp.values()).containsOnly(1L);
  }

  @Test
  void balancesSufficeForEveryPaymentTwiceButNotForThoseMeantToBeRefused() {
    Map<String, Long> needed =
        plan.events(DemoQueue.PAYMENTS).stream()
            .filter(event -> event.kind().fate() == Fate.APPLIED)
            .collect(
                Collectors.groupingBy(
                    Event::accountId, Collectors.summingLong(Event::amountCents)));
    plan.openingCents()
        .forEach(
            (account, cents) -> assertThat(needed.getOrDefault(account, 0L) * 2).isLessThan(cents));
    assertThat(plan.events(DemoQueue.PAYMENTS))
        .filteredOn(event -> event.kind() == Kind.OVER_BALANCE)
        .allMatch(
            event -> event.amountCents() > plan.openingCents().getOrDefault(event.accountId(), 0L));
  }

  @Test
  void whatRecoversSlowlyIsSentEarly() {
    int early = plan.messages().size() / 5;
    assertThat(plan.messages())
        .filteredOn(it -> it.role() == Role.FIRST)
        .filteredOn(it -> plan.event(it).orElseThrow().kind().fault() == Fault.DEADLY)
        .allMatch(it -> it.number() < early);
  }

  @Test
  void tooSmallASizeIsRefusedWithTheSmallestThatWorks() {
    assertThatThrownBy(() -> plan(1, 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99")
        .hasMessageContaining("100");
  }
}
