package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.window.RedeliveryWindow;
import dev.effectivelyonce.core.window.WindowBounds;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a consumer knows again by default, and what it asks its store about. */
class RedeliveryWindowTest {
  private static final Duration AGE = WindowBounds.standard().age();

  private final Bench bench = new Bench();
  private final List<RecordId> hits = new CopyOnWriteArrayList<>();
  private final SqsConsumer<Order> consumer = bench.consumer().observer(hits()).build();

  @Test
  void aMessageThatComesAgainIsDoneWithoutARequest() {
    deliver("m-1");
    bench.store.goDown();

    deliver("m-1");

    assertThat(claims()).isEqualTo(1);
    assertThat(bench.ran()).containsExactly("order");
    assertThat(hits).containsExactly(bench.record("order").orElseThrow().id());
  }

  @Test
  void aCopyUnderAnotherIdIsAskedAboutOnce() {
    deliver("m-1");

    deliver("m-2");
    assertThat(claims()).isEqualTo(2);

    deliver("m-2");
    deliver("m-1");
    assertThat(claims()).isEqualTo(2);
    assertThat(bench.ran()).containsExactly("order");
  }

  @Test
  void whatIsSentAfterAnOperatorForgotRunsWhoeverSendsIt() {
    deliver("m-1");
    forgetElsewhere();

    deliver("m-2");

    assertThat(bench.ran()).containsExactly("order", "order");
    assertThat(bench.status("order")).contains(Status.COMPLETED);
  }

  @Test
  void aMessageFromBeforeAnOperatorForgotRunsWhenTheWindowIsOver() {
    deliver("m-1");
    forgetElsewhere();

    bench.clock.advance(AGE);
    bench.context.endAt(bench.clock.instant().plus(Bench.TIMEOUT));
    deliver("m-1");

    assertThat(bench.ran()).containsExactly("order", "order");
  }

  @Test
  void whatRanAnewIsNoLongerTheMessageThatCameBefore() {
    deliver("m-1");
    forgetElsewhere();
    bench.on("order", HandlerResult.retry("busy"));
    assertThat(bench.failed(consumer, standard("m-2", "order"))).containsExactly("m-2");

    bench.on("order", HandlerResult.completed());
    deliver("m-1");

    assertThat(bench.ran()).containsExactly("order", "order", "order");
  }

  @Test
  void whatFailedIsAskedAboutEachTime() {
    bench.on("order", HandlerResult.retry("busy"));
    bench.failed(consumer, standard("m-1", "order"));

    assertThat(bench.failed(consumer, standard("m-1", "order"))).containsExactly("m-1");

    assertThat(bench.ran()).hasSize(2);
    assertThat(hits).isEmpty();
  }

  @Test
  void aWholeBatchThatComesAgainSendsNoGroup() {
    Groups groups = new Groups(bench.memory);
    SqsConsumer<Order> grouping = bench.consumer().store(groups).build();
    assertThat(bench.failed(grouping, orders())).isEmpty();
    int before = groups.sizes().size();

    assertThat(bench.failed(grouping, orders())).isEmpty();

    assertThat(groups.sizes()).hasSize(before);
    assertThat(bench.ran()).hasSize(10);
  }

  @Test
  void aSingleShotThatComesAgainCommitsNothing() {
    bench.on("order", (order, delivery) -> HandlerResult.commit(InMemoryEffects.of(() -> {}), ""));
    SqsConsumer<Order> atOnce = bench.consumer().claims(ClaimMode.SINGLE_SHOT).build();
    bench.failed(atOnce, standard("m-1", "order"));

    assertThat(bench.failed(atOnce, standard("m-1", "order"))).isEmpty();

    assertThat(bench.store.calls(Verb.COMMIT)).isEqualTo(1);
  }

  @Test
  void withoutAWindowEachDeliveryIsAskedAbout() {
    SqsConsumer<Order> asking = bench.consumer().window(RedeliveryWindow.off()).build();
    bench.failed(asking, standard("m-1", "order"));

    bench.failed(asking, standard("m-1", "order"));

    assertThat(claims()).isEqualTo(2);
  }

  @Test
  void theBoundsAreASetting() {
    WindowBounds two = new WindowBounds(AGE, 2, 10_000);
    SqsConsumer<Order> bounded = bench.consumer().window(RedeliveryWindow.of(two)).build();
    List<String> three = List.of("a", "b", "c");
    three.forEach(it -> bench.failed(bounded, standard("m-" + it, it)));

    three.reversed().forEach(it -> bench.failed(bounded, standard("m-" + it, it)));

    assertThat(claims()).isEqualTo(4);
    assertThat(bench.ran()).hasSize(3);
  }

  @Test
  void aConsumerThatObservesRemembersNothing() {
    SqsConsumer<Order> observing =
        bench.consumer().mode(ConsumerMode.OBSERVE).observer(hits()).build();
    bench.failed(observing, standard("m-1", "order"));

    bench.failed(observing, standard("m-1", "order"));

    assertThat(bench.ran()).hasSize(2);
    assertThat(hits).isEmpty();
  }

  @Test
  void aMigrationIsAskedEachTime() {
    SqsConsumer<Order> migrating =
        bench.consumer().store(MigratingStore.closingOld(new InMemoryStore(), bench.store)).build();
    bench.failed(migrating, standard("m-1", "order"));

    bench.failed(migrating, standard("m-1", "order"));

    assertThat(claims()).isEqualTo(2);
    assertThat(bench.ran()).containsExactly("order");
  }

  private void deliver(String messageId) {
    assertThat(bench.failed(consumer, standard(messageId, "order"))).isEmpty();
  }

  private int claims() {
    return bench.store.calls(Verb.CLAIM);
  }

  /** As the command line does, in a process of its own. */
  private void forgetElsewhere() {
    bench.memory.forget(bench.record("order").orElseThrow(), bench.clock.instant());
  }

  private static SqsRecord[] orders() {
    return IntStream.range(0, 10)
        .mapToObj(i -> standard("m-" + i, "order-" + i))
        .toArray(SqsRecord[]::new);
  }

  private TransitionObserver hits() {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void windowHit(RecordId record, Instant at) {
        hits.add(record);
      }
    };
  }
}
