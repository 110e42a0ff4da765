package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
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
}
