package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a heartbeat does to the messages of a queue. */
class HeartbeatTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final Duration HIDDEN = LEASE.plus(Bench.LEASE_MARGIN);
  private final Bench bench = new Bench();

  HeartbeatTest() {
    bench.context.endAt(bench.clock.instant().plus(Duration.ofHours(3)));
  }

  private SqsConsumerBuilder<Order> consumer() {
    return bench.consumer().heartbeat(LEASE);
  }

  private MessageHandler<Order> taking(Duration time) {
    return (order, delivery) -> {
      bench.timers.advance(time);
      return HandlerResult.completed();
    };
  }

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # a message stays hidden as long as its claim is held
        left:3h beating on:A{pass:1h} {A} -> done hid a+32s*360 | COMPLETED A ran A
        # a handler that ends soon asks SQS for nothing
        left:3h beating on:A{pass:9.999s} {A} calls?:RENEW -> done RENEW*0 | COMPLETED A ran A
        # what waits behind it in its group stays hidden too
        left:3h fifo beating concurrency:1 on:G2{pass:10s} {G1 G2 G3 H4}
          -> done hid g2+32s*1 hid g3+32s*1 | COMPLETED G1,G2,G3,H4 ran G1,G2,G3,H4
        # copies that follow it stay hidden too
        left:3h beating on:A{pass:10s} {A A#b} -> done hid a+32s*1 hid b+32s*1 | COMPLETED A ran A
        # a second delivery comes back when the lease that it found is over
        left:3h beating on:A{pass:10s {A}} {A} -> failed a+32s done hid a+32s*2 | COMPLETED A ran A
        # what was taken over is not hidden any more nor acknowledged
        left:3h beating on:A{freeze:32s on:A:completes {A} pass:1m held?} {A}
          -> done lost failed a | COMPLETED A ran A,A
        # what could not be recorded comes back within a lease
        left:3h beating fail:COMPLETE:1:UNREADABLE {A} -> failed a+32s | INPROGRESS A ran A
        # no attempt outlasts the twelve hours of SQS
        left:480h beating on:A:retries{held? pass:12h held?} {A} timers?
          -> held lost failed a+30s timers 0 | RETRYABLE A ran A
        """);
  }

  @Test
  void aMessageIsHiddenOnlyAfterItsClaimWasRenewed() {
    List<Boolean> wasRenewed = new ArrayList<>();
    Instant lease = bench.clock.instant().plus(HIDDEN).plus(BEAT);
    SqsConsumer<Order> consumer =
        consumer()
            .visibility(
                (changes, deadline) ->
                    wasRenewed.add(bench.record("O-1").orElseThrow().leaseUntil().equals(lease)))
            .build();

    bench.on("O-1", taking(BEAT));
    bench.failed(consumer, Bench.standard("m-1", "O-1"));

    assertThat(wasRenewed).containsExactly(true);
  }

  @Test
  void whereSqsDoesNotHideItTheClaimIsHeldAllTheSame() {
    bench.on("O-1", taking(Duration.ofMinutes(5)));
    SqsConsumer<Order> consumer =
        consumer()
            .visibility(
                (changes, deadline) -> {
                  throw new IllegalStateException("no answer");
                })
            .build();

    assertThat(bench.failed(consumer, Bench.standard("m-1", "O-1"))).isEmpty();
    assertThat(bench.store.calls(Verb.RENEW)).isEqualTo(30);
  }
}
