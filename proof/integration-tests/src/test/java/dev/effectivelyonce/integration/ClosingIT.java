package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/** The closing of a day, by a rule's event and by a schedule. */
@ExtendWith(OnLocalStack.class)
class ClosingIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

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
    String rule = stack.outputs().value("NightlyRuleName");
    LocalDate before = yesterday();
    stack
        .clients()
        .eventBridge()
        .putRule(put -> put.name(rule).scheduleExpression("rate(1 minute)"));
    try {
      Eventually.within(
          PATIENCE,
          "the schedule closes the day before",
          () ->
              assertThat(
                      stack.tables().timesClosed(before.toString())
                          + stack.tables().timesClosed(before.plusDays(1).toString()))
                  .isPositive());
    } finally {
      stack
          .clients()
          .eventBridge()
          .putRule(put -> put.name(rule).scheduleExpression("rate(1 day)"));
    }
    String closed =
        stack.tables().timesClosed(before.toString()) > 0
            ? before.toString()
            : yesterday().toString();
    invoke(closed);
    assertThat(stack.tables().timesClosed(closed)).isOne();
  }

  private static LocalDate yesterday() {
    return LocalDate.now(Clock.systemUTC()).minusDays(1);
  }

  private void awaitClosed(String day) {
    Eventually.within(
        PATIENCE,
        "the day is closed",
        () -> assertThat(stack.tables().timesClosed(day)).isPositive());
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
    InvokeResponse answer =
        stack
            .clients()
            .lambda()
            .invoke(
                invoke ->
                    invoke
                        .functionName(stack.outputs().value("ClosingFunctionName"))
                        .qualifier(Function.LIVE)
                        .payload(SdkBytes.fromUtf8String("{\"detail\":" + detail(day) + "}")));
    assertThat(answer.functionError()).as(answer.payload().asUtf8String()).isNull();
  }

  private static String detail(String day) {
    return "{\"day\":\"" + day + "\"}";
  }
}
