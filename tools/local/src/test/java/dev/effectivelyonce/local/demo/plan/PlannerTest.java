package dev.effectivelyonce.local.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlannerTest {
  private final Plan plan = plan(1, 2500);

  private static Plan plan(long seed, int events) {
    return Planner.plan(
        seed,
        Arrays.stream(DemoConsumer.values())
            .collect(Collectors.toMap(consumer -> consumer, consumer -> events)));
  }

  @Test
  void theSameSeedMakesTheSamePlan() {
    assertThat(plan(1, 2500)).isEqualTo(plan);
    assertThat(plan(2, 2500)).isNotEqualTo(plan);
  }

  @Test
  void tooFewOrTooManyEventsAreRefused() {
    assertThatThrownBy(() -> plan(1, Planner.LEAST - 1)).hasMessageContaining("set 0, or 100 to");
    assertThatThrownBy(() -> plan(1, 1_000_001)).hasMessageContaining("1000000");
  }

  @ParameterizedTest
  @EnumSource(DemoConsumer.class)
  void everyKindOfAConsumerOccursEvenInTheSmallestPlan(DemoConsumer consumer) {
    Plan smallest = plan(1, Planner.LEAST);
    Set<Kind> due =
        Arrays.stream(Kind.values())
            .filter(kind -> kind == Kind.PLAIN || kind.count(consumer, Planner.LEAST) > 0)
            .collect(Collectors.toSet());
    List<Event> events =
        consumer == DemoConsumer.REQUESTS
            ? smallest.requests().stream().map(PlannedRequest::event).toList()
            : smallest.events(consumer);

    assertThat(events).hasSize(Planner.LEAST).extracting(Event::kind).containsAll(due);
    assertThat(events).extracting(Event::kind).isSubsetOf(due);
  }

  @Test
  void everyRoleAndEveryWayOccursEvenInTheSmallestPlan() {
    Plan smallest = plan(1, Planner.LEAST);

    assertThat(smallest.messages()).extracting(PlannedMessage::role).contains(Role.values());
    assertThat(smallest.requests()).extracting(PlannedRequest::way).contains(Way.values());
  }

  @Test
  void messagesAreNumberedInTheOrderOfSendingAndEachEventBeginsWithItsFirst() {
    Map<Event, PlannedMessage> firsts = new HashMap<>();
    for (int number = 0; number < plan.messages().size(); number++) {
      PlannedMessage message = plan.messages().get(number);
      assertThat(message.number()).isEqualTo(number);
      if (message.role() != Role.POISON) {
        firsts.putIfAbsent(message.event(), message);
      }
    }
    assertThat(firsts).hasSize(plan.events().size());
    assertThat(firsts.values()).allMatch(message -> message.role() == Role.FIRST);
  }

  @Test
  void noTwoPaymentsThatHoldUpTheirAccountShareOne() {
    assertThat(
            plan.events(DemoConsumer.PAYMENTS).stream()
                .filter(event -> event.kind().fault() != Kind.Fault.NONE)
                .map(Event::account))
        .doesNotHaveDuplicates();
  }
}
