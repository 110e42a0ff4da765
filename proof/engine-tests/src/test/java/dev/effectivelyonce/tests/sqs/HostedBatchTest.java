package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.sqs.BatchHost;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a process that receives messages itself hears of its batches. */
class HostedBatchTest {
  private static final String BACK = "back " + ManualClock.START;

  private final Bench bench = new Bench();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final SqsConsumer<Order> consumer =
      bench
          .consumer()
          .observer(
              new TransitionObserver() {
                @Override
                public void onTransition(Transition transition) {}

                @Override
                public void onReturned(ConsumerName name, Instant sent, Instant at) {
                  told.add("back " + sent);
                }
              })
          .build();
  private volatile boolean isStopping;

  private final BatchHost host =
      new BatchHost() {
        @Override
        public Duration left() {
          return Bench.TIMEOUT;
        }

        @Override
        public boolean isStopping() {
          return isStopping;
        }

        @Override
        public void done(SqsMessage message) {
          told.add("done " + message.messageId().orElseThrow());
        }

        @Override
        public void kept(SqsMessage message) {
          told.add("kept " + message.messageId().orElseThrow());
        }

        @Override
        public void fatal(FatalProcessError error) {
          told.add("fatal");
        }
      };

  @Test
  void eachMessageIsToldWhenItIsSettledAndObserversOfTheOldestThatComesBack() {
    bench
        .on(
            "A",
            (order, delivery) -> {
              told.add("runs A");
              return HandlerResult.completed();
            })
        .on(
            "B",
            (order, delivery) -> {
              told.add("runs B");
              return HandlerResult.retry("busy");
            });

    consumer.handle(SqsEvents.of(Bench.fifo("m-1", "g", "A"), Bench.fifo("m-2", "g", "B")), host);

    assertThat(told).containsExactly("runs A", "done m-1", "runs B", "kept m-2", BACK);
  }

  @Test
  void noHandlerStartsOnceTheHostStops() {
    bench.on(
        "A",
        (order, delivery) -> {
          isStopping = true;
          return HandlerResult.completed();
        });

    consumer.handle(SqsEvents.of(Bench.fifo("m-1", "g", "A"), Bench.fifo("m-2", "g", "B")), host);

    assertThat(bench.ran()).containsExactly("A");
    assertThat(told).containsExactly("done m-1", "kept m-2", BACK);
  }

  @Test
  void theHostHearsOfAnErrorThatEndsTheProcess() {
    bench.on(
        "A",
        (order, delivery) -> {
          throw new OutOfMemoryError("none is left");
        });

    assertThatThrownBy(() -> consumer.handle(SqsEvents.of(Bench.standard("m-1", "A")), host))
        .isInstanceOf(FatalProcessError.class);

    assertThat(told).contains("fatal");
  }

  @Test
  void aHostLearnsTheTermsOfItsConsumer() {
    SqsConsumer.Terms terms = consumer.terms();

    assertThat(terms.name().value()).isEqualTo("orders");
    assertThat(terms.leaseMargin()).isEqualTo(Bench.LEASE_MARGIN);
    assertThat(terms.maxReceiveCount()).hasValue(Bench.MAX_RECEIVES);
  }
}
