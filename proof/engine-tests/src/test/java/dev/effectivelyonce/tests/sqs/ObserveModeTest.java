package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What SQS is told by a consumer that only observes: what the handler said, and nothing else. */
class ObserveModeTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");

  private final Bench bench = new Bench();

  private SqsConsumerBuilder<Order> observing() {
    return bench.consumer().onAbandonedClaim(AbandonedClaimPolicy.HOLD).mode(ConsumerMode.OBSERVE);
  }

  @Test
  void theSettingsTurnItOnAndOff() {
    LambdaSettings settings =
        new LambdaSettings("table", Duration.ofDays(19), 5, ConsumerMode.OBSERVE, Listing.DOUBTFUL);

    assertThat(bench.failed(bench.consumer().settings(settings).build(), MESSAGE)).isEmpty();
    assertThat(bench.failed(bench.consumer().settings(settings).build(), MESSAGE)).isEmpty();

    assertThat(bench.ran()).hasSize(2);
  }

  @Test
  void copiesInOneBatchAllRunEvenBehindOneThatFails() {
    bench.on("order-1", HandlerResult.retry("busy"));

    assertThat(bench.failed(observing().build(), MESSAGE, MESSAGE.id("copy")))
        .containsExactly("m", "copy");

    assertThat(bench.ran()).containsExactly("order-1", "order-1");
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

  @Test
  void aKeyFunctionThatThrowsDoesNotKeepTheHandlerFromRunning() {
    MessageKey<Order> broken =
        MessageKey.of(
            order -> {
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

  @Test
  void aMessageThatCannotBeReadGoesToTheDeadLetterQueue() {
    assertThat(bench.failed(observing().build(), MESSAGE.body("not json"))).containsExactly("m");
    assertThat(bench.visibility.after("m")).contains(Duration.ZERO);
  }

  @Test
  void aMessageGroupStopsBehindAFailureAndItsDuplicatesRunInOrder() {
    SqsConsumer<Order> consumer = observing().build();
    bench.failed(consumer, fifo("a", "G", "A"));
    bench.on("B", HandlerResult.retry("busy"));

    assertThat(
            bench.failed(consumer, fifo("a2", "G", "A"), fifo("b", "G", "B"), fifo("c", "G", "C")))
        .containsExactly("b", "c");

    assertThat(bench.ran()).containsExactly("A", "A", "B");
  }
}
