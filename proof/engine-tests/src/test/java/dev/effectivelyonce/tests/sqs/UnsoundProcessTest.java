package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A process that can't go on ends its invocation, with what Lambda's runtime ends itself for. */
class UnsoundProcessTest {
  private final Bench bench = new Bench();

  @Test
  void whatWasDoneBeforeItComesBackAsDuplicatesAndTheRestRuns() {
    doneBefore(1);
  }

  @Test
  void whatIsDoneBesideItComesBackAsDuplicatesAndTheRestRuns() {
    doneBefore(64);
  }

  private void doneBefore(int concurrency) {
    bench.on("order-2", Throwing.error(NoClassDefFoundError::new));
    SqsConsumer<Order> sick = bench.consumer().concurrency(concurrency).build();

    assertEnds(() -> bench.failed(sick, standard("1", "order-1"), standard("2", "order-2")));
    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
    assertThat(bench.status("order-2")).contains(Status.RETRYABLE);
    assertThat(bench.visibility.changes()).isEmpty();

    bench.on("order-2", HandlerResult.completed());
    assertThat(bench.failed(standard("1", "order-1"), standard("2", "order-2"))).isEmpty();
    assertThat(bench.ran()).containsExactlyInAnyOrder("order-1", "order-2", "order-2");
  }

  @Test
  void nothingOfItsGroupRunsBehindIt() {
    bench.on("A1", Throwing.error(OutOfMemoryError::new));

    assertEnds(() -> bench.failed(fifo("1", "A", "A1"), fifo("2", "A", "A2")));

    assertThat(bench.ran()).containsExactly("A1");
  }

  @Test
  void aKeyFunctionShowsItTooAndItsMessageIsNeverTakenForAFinalFailure() {
    SqsConsumer<Order> consumer = bench.consumer(reading(OutOfMemoryError::new)).build();

    assertEnds(() -> bench.failed(consumer, standard("1", "order-1")));

    assertThat(bench.visibility.changes()).isEmpty();
    assertThat(bench.ran()).isEmpty();
  }

  @Test
  void aStoreWhoseClassesAreMissingShowsIt() {
    bench.store.beforeNext(
        Verb.CLAIM,
        () -> {
          throw new NoClassDefFoundError("com/example/Client");
        });

    assertEnds(() -> bench.failed(standard("1", "order-1")));
  }

  @Test
  void aStackOverflowIsOneMessagesDepthAndEndsNothing() {
    bench.on("order-1", Throwing.error(StackOverflowError::new));
    SqsConsumer<Order> reading = bench.consumer(reading(StackOverflowError::new)).build();

    assertThat(bench.failed(standard("1", "order-1"), standard("2", "order-2")))
        .containsExactly("1");
    assertThat(bench.failed(reading, standard("3", "order-3"))).containsExactly("3");
  }

  @Test
  void aConsumerThatOnlyObservesRunsWhatItsKeyFunctionCantName() {
    SqsConsumer<Order> observing =
        bench.consumer(reading(NoClassDefFoundError::new)).mode(ConsumerMode.OBSERVE).build();

    assertThat(bench.failed(observing, standard("1", "order-1"))).isEmpty();

    assertThat(bench.ran()).containsExactly("order-1");
  }

  @Test
  void aHandlerThatIsObservedShowsItAsWell() {
    bench.on("order-1", Throwing.error(OutOfMemoryError::new));
    SqsConsumer<Order> observing = bench.consumer().mode(ConsumerMode.OBSERVE).build();

    assertEnds(() -> bench.failed(observing, standard("1", "order-1")));
  }

  private static void assertEnds(Supplier<?> invocation) {
    assertThatExceptionOfType(UnsoundProcessError.class).isThrownBy(invocation::get);
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
