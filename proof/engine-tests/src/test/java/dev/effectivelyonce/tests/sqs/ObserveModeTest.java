package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsDeadLetters;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.SqsClient;

/** What SQS is told by a consumer that only observes: what the handler said, and nothing else. */
class ObserveModeTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");

  private final Bench bench = new Bench();

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # copies in one batch all run even behind one that fails
        holding observing on:A:retries {A A#copy} -> failed a+1s copy+1s | RETRYABLE A ran A,A
        # a message that can't be read goes to the dead letter queue
        holding observing {A!} -> failed a+0s | ran none
        # a message group stops behind a failure and its duplicates run in order
        fifo holding observing {G1} on:G2:retries {G1#x G2 G3}
          -> done failed g2+1s g3+1s | COMPLETED G1 RETRYABLE G2 ran G1,G1,G2
        """);
  }

  @Test
  void theSettingsTurnItOnAndOff() {
    LambdaSettings settings =
        new LambdaSettings(
            "table", Duration.ofDays(19), 5, ConsumerMode.OBSERVE, Listing.FAILED_AND_HELD);

    assertThat(bench.failed(bench.consumer().settings(settings).build(), MESSAGE)).isEmpty();
    assertThat(bench.failed(bench.consumer().settings(settings).build(), MESSAGE)).isEmpty();

    assertThat(bench.ran()).hasSize(2);
  }

  @Test
  void aMessageWithoutAKeyRunsAndIsAnsweredAsItsHandlerSays() {
    MessageIdentity<Order> keyless =
        MessageIdentity.of("orders", Order.class, MessageKey.attribute("event-id"));
    List<Transition> told = new CopyOnWriteArrayList<>();
    SqsConsumer<Order> consumer =
        bench.consumer(keyless).mode(ConsumerMode.OBSERVE).observer(told::add).build();
    bench.on("order-2", HandlerResult.retry("busy"));

    assertThat(bench.failed(consumer, MESSAGE, standard("m2", "order-2"))).containsExactly("m2");

    assertThat(bench.ran()).containsExactlyInAnyOrder("order-1", "order-2");
    assertThat(bench.visibility.after("m2")).contains(Duration.ofSeconds(1));
    assertThat(bench.memory.records()).isEmpty();
    assertThat(told)
        .filteredOn(it -> it.kind() == Transition.Kind.WOULD_SKIP)
        .hasSize(2)
        .allMatch(it -> it.why().orElseThrow().text().startsWith("UNUSABLE: The message has no"));
  }

  /** The source queue moves it after its last receive, as it does without the consumer. */
  @ParameterizedTest
  @CsvSource({"ENFORCE, 1", "OBSERVE, 0"})
  void whatFailedForGoodStaysIfNoLetterIsSentAndWhileObservedNoneIs(ConsumerMode mode, int tried) {
    AtomicInteger letters = new AtomicInteger();
    Supplier<SqsClient> unreachable =
        () -> {
          letters.incrementAndGet();
          throw new IllegalStateException("no dead-letter queue");
        };
    bench.on("order-1", HandlerResult.fail("refused"));

    assertThat(
            bench.failed(
                bench
                    .consumer()
                    .mode(mode)
                    .deadLetters(new SqsDeadLetters(unreachable, bench.clock, "https://letters"))
                    .build(),
                MESSAGE))
        .containsExactly("m");
    assertThat(letters).hasValue(tried);
  }

  @Test
  void aKeyFunctionThatThrowsDoesNotKeepTheHandlerFromRunning() {
    MessageKey<Order> broken =
        MessageKey.of(
            order -> {
              if (order.orderId().equals("order-1")) {
                throw new NoClassDefFoundError();
              }
              throw new IllegalStateException(order.orderId());
            });
    SqsConsumer<Order> consumer =
        bench
            .consumer(MessageIdentity.of("orders", Order.class, broken))
            .mode(ConsumerMode.OBSERVE)
            .build();

    assertThat(bench.failed(consumer, MESSAGE, standard("m2", "order-2"))).isEmpty();
    assertThat(bench.ran()).hasSize(2);
  }
}
