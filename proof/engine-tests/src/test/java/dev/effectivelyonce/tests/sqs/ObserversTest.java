package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What observers are told of a batch beside its transitions. */
class ObserversTest {
  private static final Instant SENT = Instant.parse("2026-01-02T03:04:05Z");

  private final Bench bench = new Bench();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final SqsConsumer<Order> consumer = bench.consumer().observer(remembering()).build();

  private TransitionObserver remembering() {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        told.add(transition.kind().name());
      }

      @Override
      public void onUnreadable(UnreadMessage message) {
        told.add(message.kind() + " of " + message.consumer() + ": " + message.why());
      }

      @Override
      public void onReturned(ConsumerName name, Instant sent, Instant at) {
        told.add("back " + sent);
      }

      @Override
      public void flush() {
        told.add("flush");
      }
    };
  }

  @Test
  void aBatchIsDoneOnceAfterAllOfItsMessages() {
    bench.failed(consumer, standard("a", "A"), standard("b", "B"));

    assertThat(told).hasSize(5).endsWith("flush").containsOnlyOnce("flush");
  }

  @Test
  void soIsOneWithNothingInIt() {
    bench.failed(consumer);

    assertThat(told).containsExactly("flush");
  }

  @Test
  void theOldestMessageThatTheQueueGetsBackIsToldBefore() {
    bench.on("A", HandlerResult.retry("busy"));
    bench.on("B", HandlerResult.retry("busy"));
    bench.on("C", HandlerResult.fail("refused"));

    bench.failed(
        consumer,
        standard("a", "A").sentAt(SENT),
        standard("b", "B").sentAt(SENT.minusSeconds(60)),
        standard("c", "C").sentAt(SENT.minusSeconds(120)),
        standard("d", "D").sentAt(SENT.minusSeconds(180)));

    assertThat(told).endsWith("back " + SENT.minusSeconds(60), "flush");
  }

  @ParameterizedTest
  @CsvSource({"ENFORCE, CLAIM_FIRST", "ENFORCE, SINGLE_SHOT", "OBSERVE, CLAIM_FIRST"})
  void anUnreadableBodyIsToldWithItsReason(ConsumerMode mode, ClaimMode claims) {
    SqsConsumer<Order> other =
        bench.consumer().mode(mode).claims(claims).observer(remembering()).build();

    assertThat(bench.failed(other, unreadable("a"), standard("b", "B"))).containsExactly("a");

    assertThat(told)
        .filteredOn(it -> it.startsWith("UNREADABLE of orders: The body is not JSON, from line 1"))
        .hasSize(1);
  }

  @Test
  void aMessageWhoseKeyFunctionThrowsIsToldAsOneThatWaits() {
    MessageKey<Order> key =
        MessageKey.of(
            order -> {
              throw new IllegalStateException();
            });

    bench.failed(
        bench
            .consumer(MessageIdentity.of("orders", Order.class, key))
            .observer(remembering())
            .build(),
        standard("a", "A"));

    assertThat(told).filteredOn(it -> it.startsWith("DEFERRED of orders")).hasSize(1);
  }

  @Test
  void anObserverThatThrowsDoesNotFailTheBatch() {
    bench.on("A", HandlerResult.retry("busy"));
    SqsConsumer<Order> broken = bench.consumer().observer(throwing()).build();

    assertThat(
            bench.failed(
                broken, standard("a", "A").sentAt(SENT), standard("b", "B"), unreadable("c")))
        .containsExactly("a", "c");
    assertThat(bench.visibility.after("a")).isPresent();
    assertThat(bench.visibility.after("c")).contains(Duration.ZERO);
    assertThat(bench.ran()).containsExactlyInAnyOrder("A", "B");
  }

  private static TransitionObserver throwing() {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {}

      @Override
      public void onUnreadable(UnreadMessage message) {
        throw new NoClassDefFoundError("com/example/Metrics");
      }

      @Override
      public void onReturned(ConsumerName name, Instant sent, Instant at) {
        throw new IllegalStateException("no metrics");
      }

      @Override
      public void flush() {
        throw new NoClassDefFoundError("com/example/Metrics");
      }
    };
  }

  private static SqsRecord unreadable(String messageId) {
    return standard(messageId, "A").body("oops");
  }
}
