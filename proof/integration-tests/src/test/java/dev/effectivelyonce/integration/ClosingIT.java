package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.Target;

/** The closing of a day, by a rule's event and by a schedule. */
@ExtendWith(OnLocalStack.class)
class ClosingIT {

  private final DeployedStack stack;

  ClosingIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  void aDayWhoseEventComesTwiceUnderTwoIdsIsClosedOnce() {
    String day = "2001-02-03";

    publish(day);
    publish(day);

    awaitClosed(day);
    invoke(day);
    assertThat(stack.tables().timesClosed(day)).isOne();
  }

  @Test
  void aDayThatTheScheduleClosedIsNotClosedByAnEvent() {
    LocalDate before = yesterday();
    schedule("rate(1 minute)");
    try {
      Eventually.holds(
          "the schedule closes the day before",
          () -> assertThat(timesClosed(before) + timesClosed(before.plusDays(1))).isPositive());
    } finally {
      schedule("rate(1 day)");
    }

    LocalDate closed = timesClosed(before) > 0 ? before : before.plusDays(1);
    invoke(closed.toString());
    assertThat(timesClosed(closed)).isOne();
  }

  /** LocalStack begins a schedule when its targets are put, and not when its rule is. */
  private void schedule(String expression) {
    String rule = stack.outputs().value("NightlyRuleName");
    EventBridgeClient events = stack.clients().eventBridge();
    List<Target> targets = events.listTargetsByRule(list -> list.rule(rule)).targets();
    events.putRule(put -> put.name(rule).scheduleExpression(expression));
    events.putTargets(put -> put.rule(rule).targets(targets));
  }

  private long timesClosed(LocalDate day) {
    return stack.tables().timesClosed(day.toString());
  }

  private static LocalDate yesterday() {
    return LocalDate.now(Clock.systemUTC()).minusDays(1);
  }

  private void awaitClosed(String day) {
    Eventually.holds(
        "the day is closed", () -> assertThat(stack.tables().timesClosed(day)).isPositive());
  }

  private void publish(String day) {
    stack
        .clients()
        .eventBridge()
        .putEvents(
            put ->
                put.entries(
                    PutEventsRequestEntry.builder()
                        .source("shop.calendar")
                        .detailType("DayEnded")
                        .detail(detail(day))
                        .build()));
  }

  private void invoke(String day) {
    stack.invoke(
        stack.outputs().value("ClosingFunctionName") + ":" + Function.LIVE,
        "{\"detail\":" + detail(day) + "}");
  }

  private static String detail(String day) {
    return "{\"day\":\"" + day + "\"}";
  }
}
