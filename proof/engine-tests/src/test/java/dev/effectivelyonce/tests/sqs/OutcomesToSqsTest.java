package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Each outcome of one standard message: acknowledged or failed, and when it comes back. */
class OutcomesToSqsTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");

  private final Bench bench = new Bench();

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # an executed message is acknowledged
        {A} -> done | COMPLETED A ran A
        # a message in flight comes back when the lease lapses
        on:A{freeze:12s {A#copy}} {A} -> failed copy+20s done hid copy+20s*1 | COMPLETED A ran A
        # a retryable failure comes back by backoff and runs again
        on:A:retries {A} on:A:completes {A@2} -> failed a+1s done | COMPLETED A ran A,A
        # the backoff doubles with each receive
        on:A:retries {A} {A@2} {A@3} {A@4} {A@9} {A@2147483647}
          -> failed a+1s failed a+2s failed a+4s failed a+8s failed a+2m30s failed a+2m30s |
          RETRYABLE A ran A,A,A,A,A,A
        # a handler's own delay counts where it is longer than the backoff
        on:A:retries:7m {A} on:A:retries:5s {A@4} -> failed a+7m failed a+8s | RETRYABLE A ran A,A
        # a permanent failure goes to the dead letter queue at once and never runs again
        on:A:fails {A} {A@2} -> failed a+0s failed a+0s | FAILED A ran A
        # an exception under HOLD waits for an operator in the dead letter queue
        holding on:A:throws {A} {A@2} -> failed a+0s failed a+0s | UNKNOWN A ran A
        # a key reused with another payload goes to the dead letter queue and does not run
        by-amount {A} {A#other=999} -> done failed other+0s | COMPLETED A ran A
        # the handler does not run while the store can't be used
        fail:CLAIM:1:<UNREACHABLE|THROTTLED|DENIED|MISCONFIGURED> {A@3} -> failed a+4s | ran none
        fail:CLAIM:1:UNREADABLE {A@3} -> failed a+4s | ran none
        # a completion that can't be recorded comes back when its lease lapses
        fail:COMPLETE:1:UNREADABLE {A} -> failed a+32s | INPROGRESS A ran A
        # a store that answers just before the end does not start the handler
        after:CLAIM{freeze:29.7s} {A} -> failed a+1s | RETRYABLE A ran none
        # visibility is left alone when the invocation is at its end
        on:A:fails{freeze:29.95s} {A} -> failed a | FAILED A ran A
        """);
  }

  @Test
  void aVisibilityThatThrowsDoesNotFailTheBatch() {
    bench.on("order-1", HandlerResult.fail("unknown article"));
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .visibility(
                (changes, deadline) -> {
                  throw new IllegalStateException("no client");
                })
            .build();

    assertThat(bench.failed(consumer, MESSAGE, standard("good", "order-2"))).containsExactly("m");
  }

  @Test
  void aBugAroundAMessageFailsThatMessageAlone() {
    bench.on("order-1", HandlerResult.retry("gateway busy"));
    Platform sound = bench.platform();
    RandomGenerator broken =
        () -> {
          throw new IllegalStateException("no chance");
        };
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .platform(new Platform(sound.clock(), sound.owners(), broken, sound.pause()))
            .build();

    assertThat(bench.failed(consumer, MESSAGE, standard("good", "order-2"))).containsExactly("m");

    assertThat(bench.visibility.changes()).isEmpty();
  }

  @Test
  void changesOfVisibilityLeaveTimeForTheAnswer() {
    bench.on("order-1", HandlerResult.fail("unknown article"));
    List<Boolean> inTime = new ArrayList<>();
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .visibility(
                (changes, deadline) -> inTime.add(deadline.isBefore(bench.context.deadline())))
            .build();

    bench.failed(consumer, MESSAGE);

    assertThat(inTime).containsExactly(true);
  }
}
