package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.MessageHandler;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What happens when an invocation's time runs out. */
class DeadlineTest {
  private final Bench bench = new Bench();

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # no message starts in the time that is reserved for the answer
        fifo on:A1{freeze:29.501s} {A1 A2} -> failed a2+1s | COMPLETED A1 ran A1
        fifo on:A1{freeze:29.499s} {A1 A2} -> done | COMPLETED A1,A2 ran A1,A2
        # the reserve is a setting
        reserve:10s left:10s {A} -> failed a+1s | ran none
        # the rest of a group is reported in its order
        fifo on:A1{freeze:30s} {A1 A2 A3} -> failed a2 a3 | COMPLETED A1 ran A1
        # without time nothing starts and everything is reported
        left:0s {A B} calls?:CLAIM -> failed a b CLAIM*0 | ran none
        left:-<0.001s|60s> {A B} calls?:CLAIM -> failed a b CLAIM*0 | ran none
        # a wait of less than twelve hours is left as it is
        left:90m on:A:retries:10h {A} -> failed a+10h | RETRYABLE A ran A
        """);
  }

  @Test
  void aHandlerIsToldWhenItShouldHaveEnded() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          assertThat(delivery.attempt().stopAt())
              .isEqualTo(bench.context.deadline().minusMillis(500));
          return HandlerResult.completed();
        });

    assertThat(bench.failed(standard("1", "order-1"))).isEmpty();
  }

  @Test
  void noWaitGoesBeyondTheTwelveHoursThatSqsCountsFromTheReceive() {
    Duration beforeItsStart = Duration.ofMinutes(5);
    Duration running = Duration.ofMinutes(89);
    bench.context.endAt(bench.clock.instant().plus(Duration.ofMinutes(90)));
    bench.on("order-1", HandlerResult.retryAfter(Duration.ofDays(2), "closed until Monday"));
    bench.on("order-2", taking(running));

    assertThat(bench.failed(standard("1", "order-1"), standard("2", "order-2")))
        .containsExactly("1");

    assertThat(bench.visibility.after("1").orElseThrow().plus(running).plus(beforeItsStart))
        .isBetween(Duration.ofHours(11), Duration.ofHours(12));
  }

  private MessageHandler<Order> taking(Duration duration) {
    return (order, delivery) -> {
      bench.clock.advance(duration);
      return HandlerResult.completed();
    };
  }
}
