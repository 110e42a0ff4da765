package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.tests.sqs.PlayedQueue.End;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Half an hour in which nothing works, by time that is moved and the shortest waits there are. */
class OutageTest {
  private static final Duration OUTAGE = Duration.ofMinutes(30);
  private static final Duration VISIBILITY = Bench.TIMEOUT.multipliedBy(6);
  private static final int RECEIVES = Backoff.standard().receivesFor(OUTAGE).orElseThrow();

  private final Bench bench = new Bench();
  private final Instant over = bench.clock.instant().plus(OUTAGE);

  private boolean lasts() {
    return bench.clock.instant().isBefore(over);
  }

  private <T> T unlessOut(T answer) {
    if (lasts()) {
      throw new IllegalStateException("out of order");
    }
    return answer;
  }

  /** What is out of order, as a change of a consumer that else is in order. */
  interface Trouble {
    SqsConsumer<Order> with(OutageTest test);
  }

  private static Named<Trouble> trouble(
      String name, Function<OutageTest, SqsConsumerBuilder<Order>> consumer) {
    return Named.of(name, test -> consumer.apply(test).maxReceiveCount(RECEIVES).build());
  }

  private static Stream<Named<Trouble>> everyTrouble() {
    return Stream.of(
        trouble("the store refuses", test -> test.consumer(Duration.ZERO, Duration.ZERO)),
        trouble(
            "the store is slow and refuses",
            test -> test.consumer(Duration.ofSeconds(11), Duration.ZERO)),
        trouble(
            "the store's answers come when the time is up",
            test -> test.consumer(Duration.ZERO, Bench.TIMEOUT.minusMillis(400))),
        trouble(
            "the store's answers come after the lease",
            test -> test.consumer(Duration.ZERO, Bench.LEASE)),
        trouble("a downstream service is away", test -> test.handling(Throwing.checked())),
        trouble(
            "a downstream service asks to come again at once",
            test -> test.handling(HandlerResult.retryAfter(Duration.ZERO, "busy"))),
        trouble("the codec fails", test -> test.reading(Bench.orders().json(test.codec()))),
        trouble(
            "the key function fails",
            test ->
                test.reading(
                    MessageIdentity.of(
                        "orders",
                        Order.class,
                        MessageKey.of(order -> test.unlessOut(order.orderId()))))),
        trouble(
            "the fingerprint function fails",
            test ->
                test.reading(
                    Bench.orders()
                        .fingerprint(order -> Fingerprint.of(test.unlessOut(order.orderId()))))),
        trouble("a class is missing", test -> test.handling(NoClassDefFoundError::new)),
        trouble("memory is short", test -> test.handling(OutOfMemoryError::new)),
        trouble(
            "visibility can't be changed",
            test ->
                test.handling(Throwing.checked())
                    .visibility(
                        (changes, deadline) -> {
                          throw new IllegalStateException("no route to SQS");
                        })));
  }

  @ParameterizedTest
  @MethodSource("everyTrouble")
  void aGroupSurvivesIntactAndInItsOrder(Trouble trouble) {
    PlayedQueue queue = new PlayedQueue(bench, RECEIVES, VISIBILITY);

    assertThat(
            queue.play(
                () -> trouble.with(this), fifo("m1", "A", "order-1"), fifo("m2", "A", "order-2")))
        .isEqualTo(Map.of("m1", End.ACKNOWLEDGED, "m2", End.ACKNOWLEDGED));

    assertThat(bench.clock.instant()).isAfterOrEqualTo(over);
    assertThat(bench.ran().stream().filter(id -> id.equals("order-2"))).hasSize(1);
    assertThat(bench.ran()).last().isEqualTo("order-2");
    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
  }

  @Test
  void aMessageThatFailsOnAndOnIsDeadLetteredAfterTheOutageThatItIsToSurvive() {
    PlayedQueue queue = new PlayedQueue(bench, RECEIVES, VISIBILITY);
    bench.on("order-1", Throwing.checked());

    Map<String, End> ends =
        queue.play(
            () -> bench.consumer().maxReceiveCount(RECEIVES).build(), fifo("m1", "A", "order-1"));

    assertThat(ends).containsEntry("m1", End.DEAD_LETTERED);
    assertThat(bench.ran()).hasSize(RECEIVES);
    assertThat(bench.clock.instant()).isAfter(over);
  }

  @Test
  void whatHasNoPayloadWaitsTooWhereAConsumerOnlyObserves() {
    PlayedQueue queue = new PlayedQueue(bench, RECEIVES, VISIBILITY);

    Map<String, End> ends =
        queue.play(
            () ->
                reading(Bench.orders().json(codec()))
                    .mode(ConsumerMode.OBSERVE)
                    .maxReceiveCount(RECEIVES)
                    .build(),
            fifo("m1", "A", "order-1"),
            fifo("m2", "A", "order-2"));

    assertThat(ends).containsValue(End.ACKNOWLEDGED).doesNotContainValue(End.DEAD_LETTERED);
    assertThat(bench.ran()).containsExactly("order-1", "order-2");
  }

  private SqsConsumerBuilder<Order> consumer(Duration before, Duration after) {
    return bench.consumer().store(store(before, after));
  }

  private SqsConsumerBuilder<Order> reading(MessageIdentity<Order> identity) {
    return bench.consumer(identity);
  }

  private SqsConsumerBuilder<Order> handling(HandlerResult outOfOrder) {
    return handling((order, delivery) -> outOfOrder);
  }

  private SqsConsumerBuilder<Order> handling(Supplier<Error> error) {
    return handling(Throwing.error(error));
  }

  private SqsConsumerBuilder<Order> handling(MessageHandler<Order> outOfOrder) {
    bench.on(
        "order-1",
        (order, delivery) ->
            lasts() ? outOfOrder.handle(order, delivery) : HandlerResult.completed());
    return bench.consumer();
  }

  /** A codec that fails as long as the outage lasts. */
  private JsonCodec codec() {
    JsonCodec json = new JacksonJson();
    return new JsonCodec() {
      @Override
      public <T> T read(String body, Class<T> type) {
        return unlessOut(json.read(body, type));
      }

      @Override
      public Optional<String> at(String body, String pointer) {
        return json.at(body, pointer);
      }

      @Override
      public String write(Object value) throws Exception {
        return json.write(value);
      }
    };
  }

  /**
   * The bench's store. As long as the outage lasts each call fails after a while, or its answer
   * comes after a while.
   */
  private IdempotencyStore store(Duration before, Duration late) {
    return new ForwardingStore(bench.memory) {
      @Override
      public WriteResult write(Write write) {
        boolean isOut = lasts();
        if (isOut && late.isZero()) {
          bench.clock.advance(before);
          throw new StoreException(StoreException.Kind.UNREACHABLE, "Away", "Wait", null);
        }
        WriteResult answer = super.write(write);
        bench.clock.advance(isOut && write instanceof Write.Claim ? late : Duration.ZERO);
        return answer;
      }
    };
  }
}
