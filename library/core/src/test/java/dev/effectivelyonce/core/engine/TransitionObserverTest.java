package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransitionObserverTest {
  private final List<String> told = new ArrayList<>();

  /** What any observer may be told. */
  private static Stream<Named<Consumer<TransitionObserver>>> events() {
    ConsumerName orders = new ConsumerName("orders");
    return Stream.of(
        Named.of("onTransition", it -> it.onTransition(transition())),
        Named.of("onUnreadable", it -> it.onUnreadable(unread())),
        Named.of("onUngrouped", it -> it.onUngrouped(orders, 7, Instant.EPOCH)),
        Named.of("onReturned", it -> it.onReturned(orders, Instant.EPOCH, Instant.EPOCH)),
        Named.of("onCacheHit", it -> it.onCacheHit(transition().id(), Instant.EPOCH)),
        Named.of("flush", TransitionObserver::flush));
  }

  @ParameterizedTest
  @MethodSource("events")
  void twoObserversAreToldInTheirOrder(Consumer<TransitionObserver> event) {
    event.accept(telling("first").and(telling("second")));
    List<String> alone = List.copyOf(told);
    told.clear();
    event.accept(telling("first"));
    event.accept(telling("second"));

    assertThat(alone).isEqualTo(told).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("events")
  void anObserverThatThrowsDoesNotKeepTheOtherFromIt(Consumer<TransitionObserver> event) {
    TransitionObserver both = telling("broken").and(telling("second"));

    assertThatThrownBy(() -> event.accept(both)).hasMessage("full");

    assertThat(told).hasSize(1);
  }

  private TransitionObserver telling(String name) {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        tell(transition);
      }

      @Override
      public void onUnreadable(UnreadMessage message) {
        tell(message);
      }

      @Override
      public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
        tell(consumer + " " + writes + " " + at);
      }

      @Override
      public void onReturned(ConsumerName consumer, Instant sent, Instant at) {
        tell(consumer + " " + sent + " " + at);
      }

      @Override
      public void onCacheHit(RecordId record, Instant at) {
        tell(record + " " + at);
      }

      @Override
      public void flush() {
        tell("flush");
      }

      private void tell(Object event) {
        if (name.equals("broken")) {
          throw new IllegalStateException("full");
        }
        told.add(name + " " + event);
      }
    };
  }

  private static UnreadMessage unread() {
    return new UnreadMessage(
        UnreadMessage.Kind.UNREADABLE,
        new ConsumerName("orders"),
        Instant.EPOCH,
        new ErrorSummary("The body is JSON null"));
  }

  private static Transition transition() {
    return new Transition(
        Transition.Kind.CLAIMED,
        new ConsumerName("orders"),
        RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-1001")),
        new AttemptId("owner-1"),
        1,
        Instant.EPOCH,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
