package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What observers see of messages that can't be read. */
class UnreadMessagesTest {
  private final Bench bench = new Bench();
  private final List<UnreadMessage> seen = new CopyOnWriteArrayList<>();

  @Test
  void anUnreadableBodyIsObservedWithItsReason() {
    SqsConsumer<Order> consumer = bench.consumer().observer(unread(seen::add)).build();

    assertThat(bench.failed(consumer, unreadable("a"), standard("b", "B"))).containsExactly("a");

    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().kind()).isEqualTo(UnreadMessage.Kind.UNREADABLE);
    assertThat(seen.getFirst().consumer().value()).isEqualTo("orders");
    assertThat(seen.getFirst().why().text()).startsWith("The body is not JSON, from line 1");
  }

  @Test
  void aMessageWhoseKeyFunctionThrowsIsObservedAsOneThatWaits() {
    MessageKey<Order> key =
        MessageKey.of(
            order -> {
              throw new IllegalStateException();
            });
    SqsConsumer<Order> consumer =
        bench
            .consumer(MessageIdentity.of("orders", Order.class, key))
            .observer(unread(seen::add))
            .build();

    bench.failed(consumer, standard("a", "A"));

    assertThat(seen).extracting(UnreadMessage::kind).containsExactly(UnreadMessage.Kind.DEFERRED);
  }

  @Test
  void anObserverThatThrowsChangesNothingAboutTheMessage() {
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .observer(
                unread(
                    message -> {
                      throw new NoClassDefFoundError("com/example/Metrics");
                    }))
            .build();

    assertThat(bench.failed(consumer, unreadable("a"), standard("b", "B"))).containsExactly("a");
    assertThat(bench.visibility.after("a")).contains(Duration.ZERO);
    assertThat(bench.ran()).containsExactly("B");
  }

  private static SqsRecord unreadable(String messageId) {
    return standard(messageId, "A").body("oops");
  }

  private static TransitionObserver unread(Consumer<UnreadMessage> observer) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void unread(UnreadMessage message) {
        observer.accept(message);
      }
    };
  }
}
