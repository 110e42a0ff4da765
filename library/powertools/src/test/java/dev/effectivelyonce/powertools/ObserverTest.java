package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Observers write what they collected when the outermost call on a thread is over. */
class ObserverTest {
  private final List<String> told = new CopyOnWriteArrayList<>();

  private Bench observed(Runnable onFlush) {
    TransitionObserver observer =
        new TransitionObserver() {
          @Override
          public void onTransition(Transition transition) {
            told.add(transition.kind().name());
          }

          @Override
          public void flush() {
            told.add("flush");
            onFlush.run();
          }
        };
    return Bench.of(it -> it.observer(observer), Bench.config());
  }

  @Test
  void aCallIsFollowedByAFlushAndACallWithinItIsNot() throws Exception {
    Bench bench = observed(() -> {});

    bench.shop.place("o-1", () -> bench.shop.bill("o-1", () -> "billed"));

    assertThat(told).containsExactly("CLAIMED", "CLAIMED", "EXECUTED", "EXECUTED", "flush");
  }

  @Test
  void aDuplicateIsFollowedByAFlush() throws Exception {
    Bench bench = observed(() -> {});
    bench.shop.place("o-1", () -> "placed");
    told.clear();

    bench.shop.place("o-1", () -> "again");

    assertThat(told).containsExactly("DUPLICATE", "flush");
  }

  @Test
  void aFailureIsFollowedByAFlush() {
    Bench bench = observed(() -> {});

    assertThatThrownBy(() -> bench.shop.place("o-1", Bench.failing(new IllegalStateException())));

    assertThat(told).containsExactly("CLAIMED", "RELEASED", "flush");
  }

  @Test
  void anObserverThatFailsChangesNothing() throws Exception {
    Bench bench =
        observed(
            () -> {
              throw new IllegalStateException();
            });

    assertThat(bench.shop.place("o-1", () -> "placed")).isEqualTo("placed");
    assertThat(bench.shop.place("o-1", () -> "again")).isEqualTo("placed");
  }
}
