package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransitionObserverTest {
  private final List<String> flushed = new ArrayList<>();

  @Test
  void twoObserversAreFlushedInTheirOrder() {
    flushing("first").and(flushing("second")).flush();

    assertThat(flushed).containsExactly("first", "second");
  }

  @Test
  void anObserverWhoseFlushThrowsDoesNotKeepTheOtherFromIt() {
    TransitionObserver broken =
        new TransitionObserver() {
          @Override
          public void observe(Transition transition) {}

          @Override
          public void flush() {
            throw new IllegalStateException("full");
          }
        };

    assertThatThrownBy(broken.and(flushing("second"))::flush).hasMessage("full");
    assertThat(flushed).containsExactly("second");
  }

  private TransitionObserver flushing(String name) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void flush() {
        flushed.add(name);
      }
    };
  }

  @Test
  void twoObserversAreToldInTheirOrder() {
    List<String> told = new ArrayList<>();
    TransitionObserver first = transition -> told.add("first");
    TransitionObserver second = transition -> told.add("second");

    first.and(second).observe(transition());

    assertThat(told).containsExactly("first", "second");
  }

  @Test
  void bothAreToldOfAMessageThatCantBeRead() {
    List<String> told = new ArrayList<>();

    unreadBy(told, "first").and(unreadBy(told, "second")).unread(unread());

    assertThat(told).containsExactly("first UNREADABLE", "second UNREADABLE");
  }

  private static TransitionObserver unreadBy(List<String> told, String name) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void unread(UnreadMessage message) {
        told.add(name + " " + message.kind());
      }
    };
  }

  @Test
  void bothAreToldOfAnAnswerOfAWindow() {
    List<String> told = new ArrayList<>();

    hitsOf(told, "first").and(hitsOf(told, "second")).windowHit(transition().id(), Instant.EPOCH);

    assertThat(told).containsExactly("first orders", "second orders");
  }

  private static TransitionObserver hitsOf(List<String> told, String name) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void windowHit(RecordId record, Instant at) {
        told.add(name + " " + record.consumer());
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
        new Owner("owner-1"),
        1,
        Instant.EPOCH,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
