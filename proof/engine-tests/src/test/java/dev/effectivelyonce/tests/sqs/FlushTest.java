package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** When observers are told that a batch is done. */
class FlushTest {
  private static final Instant SENT = Instant.parse("2026-01-02T03:04:05Z");

  private final Bench bench = new Bench();
  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void onceForABatchAfterAllOfItsMessages() {
    SqsConsumer<Order> consumer = bench.consumer().observer(remembering()).build();

    bench.failed(consumer, standard("a", "A"), standard("b", "B"));

    assertThat(told).hasSize(5).endsWith("flush").containsOnlyOnce("flush");
  }

  @Test
  void alsoForABatchWithNothingInIt() {
    bench.failed(bench.consumer().observer(remembering()).build());

    assertThat(told).containsExactly("flush");
  }

  @Test
  void theOldestMessageThatTheQueueGetsBackIsToldBefore() {
    SqsConsumer<Order> consumer = bench.consumer().observer(remembering()).build();
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

  @Test
  void anObserverThatThrowsDoesNotFailTheBatch() {
    bench.on("A", HandlerResult.retry("busy"));
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .observer(
                new TransitionObserver() {
                  @Override
                  public void observe(Transition transition) {}

                  @Override
                  public void givenBack(ConsumerName consumer, Instant sent, Instant at) {
                    throw new IllegalStateException("no metrics");
                  }

                  @Override
                  public void flush() {
                    throw new NoClassDefFoundError("com/example/Metrics");
                  }
                })
            .build();

    assertThat(bench.failed(consumer, standard("a", "A").sentAt(SENT), standard("b", "B")))
        .containsExactly("a");
    assertThat(bench.visibility.after("a")).isPresent();
  }

  private TransitionObserver remembering() {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {
        told.add(transition.kind().name());
      }

      @Override
      public void givenBack(ConsumerName consumer, Instant sent, Instant at) {
        told.add("back " + sent);
      }

      @Override
      public void flush() {
        told.add("flush");
      }
    };
  }
}
