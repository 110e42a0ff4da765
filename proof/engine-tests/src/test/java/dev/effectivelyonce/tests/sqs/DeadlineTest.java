package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens when an invocation's time runs out. */
class DeadlineTest {
  private final Bench bench = new Bench();

  @Test
  void noMessageStartsInTheTimeThatIsReservedForTheAnswer() {
    bench.on("order-1", taking(Bench.TIMEOUT.minus(Duration.ofMillis(499))));

    assertThat(bench.failed(fifo("1", "A", "order-1"), fifo("2", "A", "order-2")))
        .containsExactly("2");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.status("order-2")).isEmpty();
    assertThat(bench.visibility.after("2")).contains(Duration.ofSeconds(1));
  }

  @Test
  void aMessageStartsWhileMoreThanTheReserveIsLeft() {
    bench.on("order-1", taking(Bench.TIMEOUT.minus(Duration.ofMillis(501))));

    assertThat(bench.failed(fifo("1", "A", "order-1"), fifo("2", "A", "order-2"))).isEmpty();
  }

  @Test
  void theReserveIsASetting() {
    SqsConsumer<Order> consumer = bench.consumer().reserve(Duration.ofSeconds(10)).build();
    bench.context.endAt(bench.clock.instant().plusSeconds(10));

    assertThat(bench.failed(consumer, standard("1", "order-1"))).containsExactly("1");

    assertThat(bench.ran()).isEmpty();
  }

  @Test
  void theRestOfAGroupIsReportedInItsOrder() {
    bench.on("order-1", taking(Bench.TIMEOUT));

    assertThat(
            bench.failed(
                fifo("1", "A", "order-1"), fifo("2", "A", "order-2"), fifo("3", "A", "order-3")))
        .containsExactly("2", "3");

    assertThat(bench.ran()).containsExactly("order-1");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -60_000})
  void withoutTimeNothingStartsAndEverythingIsReported(long leftMillis) {
    bench.context.endAt(bench.clock.instant().plusMillis(leftMillis));

    assertThat(bench.failed(standard("1", "order-1"), standard("2", "order-2")))
        .containsExactly("1", "2");

    assertThat(bench.ran()).isEmpty();
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
  }

  @Test
  void aLeaseOutlastsTheInvocationByItsMargin() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          assertThat(bench.record("order-1").orElseThrow().leaseUntil())
              .isEqualTo(bench.context.deadline().plus(Bench.LEASE_MARGIN));
          return HandlerResult.completed();
        });

    assertThat(bench.failed(standard("1", "order-1"))).isEmpty();
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

  @Test
  void aShorterWaitIsLeftAsItIs() {
    bench.context.endAt(bench.clock.instant().plus(Duration.ofMinutes(90)));
    bench.on("order-1", HandlerResult.retryAfter(Duration.ofHours(10), "closed"));

    bench.failed(standard("1", "order-1"));

    assertThat(bench.visibility.after("1")).contains(Duration.ofHours(10));
  }

  private MessageHandler<Order> taking(Duration duration) {
    return (order, delivery) -> {
      bench.clock.advance(duration);
      return HandlerResult.completed();
    };
  }
}
