package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A process that can't go on ends its invocation, with what Lambda's runtime ends itself for. */
class FatalProcessTest {
  private final Bench bench = new Bench();

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # what was done before it or beside it comes back as duplicates and the rest runs
        concurrency:<1|64> on:B:misfits {A B} on:B:completes {A B}
          -> Unsound done | COMPLETED A,B ran A,B,B
        # nothing of its group runs behind it
        fifo on:A1:exhausts {A1 A2} -> Unsound | RETRYABLE A1 ran A1
        # a store whose classes are missing shows it
        before:CLAIM{misfit} {A} -> Unsound | ran none
        before:COMPLETE{misfit} {A} -> Unsound | INPROGRESS A ran A
        # a handler that is observed shows it as well
        observing on:A:exhausts {A} -> Unsound | RETRYABLE A ran A
        """);
  }

  @Test
  void aKeyFunctionShowsItTooAndItsMessageIsNeverTakenForAFinalFailure() {
    SqsConsumer<Order> consumer = bench.consumer(reading(OutOfMemoryError::new)).build();

    assertEnds(() -> bench.failed(consumer, standard("1", "order-1")));

    assertThat(bench.visibility.changes()).isEmpty();
    assertThat(bench.ran()).isEmpty();
  }

  @Test
  void aStackOverflowIsOneMessagesDepthAndEndsNothing() {
    bench.on("order-1", Throwing.error(StackOverflowError::new));
    SqsConsumer<Order> reading = bench.consumer(reading(StackOverflowError::new)).build();

    assertThat(bench.failed(standard("1", "order-1"), standard("2", "order-2")))
        .containsExactly("1");
    assertThat(bench.failed(reading, standard("3", "order-3"))).containsExactly("3");
  }

  private static void assertEnds(Supplier<?> invocation) {
    assertThatExceptionOfType(FatalProcessError.class).isThrownBy(invocation::get);
  }

  private static MessageIdentity<Order> reading(Supplier<Error> error) {
    return MessageIdentity.of(
        "orders",
        Order.class,
        MessageKey.of(
            order -> {
              throw error.get();
            }));
  }
}
