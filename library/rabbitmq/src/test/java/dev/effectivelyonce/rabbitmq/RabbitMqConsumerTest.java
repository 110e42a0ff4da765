package dev.effectivelyonce.rabbitmq;

import static dev.effectivelyonce.rabbitmq.QueuedMessage.order;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.streams.ParkingContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RabbitMqConsumerTest extends ParkingContract<RabbitMqBench> {
  RabbitMqConsumerTest() {
    super(RabbitMqBench::new, QueueLanes.values());
  }

  @Test
  void anEventThatIsPublishedTwiceOrRoutedToAnotherQueueIsADuplicate() {
    bench.assertDone(order("a"), order("a").in("audit::/"));
    bench.assertDone(order("a").withMessageId("\"m-2\""));
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void aPoisonAmongAHundredIsParkedOnceAndTheOthersRunOnce() {
    bench.on("57", FAIL);
    QueuedMessage[] batch = hundred();

    bench.assertDone(batch);
    assertThat(bench.ran()).hasSize(100).doesNotHaveDuplicates();
    ParkedMessage parked = bench.onlyParked();
    assertThat(parked.origin().source()).isEqualTo(QueuedMessage.BROKER);
    assertThat(parked.origin().partition()).isEqualTo("orders::/");
    assertThat(parked.origin().position()).isEmpty();
    assertThat(parked.why()).isEqualTo("Failed: never");
    assertThat(parked.body())
        .contains("\"data\":" + base64(json("57")))
        .contains("\"expiration\":\"60000\"");
  }

  @Test
  void ifOneMayRunAgainAllComesBackAndNothingIsParkedUntilItIsDone() {
    bench.on("13", RETRY).on("57", FAIL).whereWaitsLetOthersEnd(99);
    QueuedMessage[] batch = hundred();

    assertThat(bench.unfinished(batch))
        .hasValueSatisfying(
            it -> {
              assertThat(it.unfinished()).isEqualTo(1);
              assertThat(it.all()).isEqualTo(100);
              assertThat(it)
                  .hasMessageContaining("1 of the batch's 100 messages may run again")
                  .hasMessageNotContaining("13");
            });
    assertThat(bench.parked()).isEmpty();
    bench.on("13", HandlerResult.completed());

    bench.assertDone(Stream.of(batch).map(QueuedMessage::again).toArray(QueuedMessage[]::new));
    assertThat(bench.parked()).hasSize(1);
    assertThat(bench.ran().stream().filter(it -> !it.equals("13")))
        .hasSize(99)
        .doesNotHaveDuplicates();
  }

  @Test
  void aParkedMessageHasTheSameIdHoweverOftenItWasDelivered() {
    bench.on("a", FAIL);
    QueuedMessage first = order("a").withHeaders("{\"n\":1}");

    bench.unfinished(first);
    bench.unfinished(
        first.again().withHeaders("{\"n\":1,\"x-delivery-count\":1}"),
        first.again().withHeaders("{\"n\":1,\"x-delivery-count\":2,\"x-acquired-count\":3}"));
    bench.unfinished(first.withHeaders("{\"n\":2}"));
    bench.unfinished(first.in("others::/"));

    assertThat(bench.parked().stream().map(ParkedMessage::id)).hasSize(4);
    assertThat(bench.parked().stream().map(ParkedMessage::id).distinct()).hasSize(3);
  }

  @Test
  void aMessageWithoutHeadersHasTheSameIdWhenTheBrokerAddsItsCount() {
    bench.on("a", FAIL);

    bench.unfinished(order("a"));
    bench.unfinished(order("a").again().withHeaders("{\"x-delivery-count\":1}"));

    assertThat(bench.parked()).hasSize(2);
    assertThat(bench.parked().stream().map(ParkedMessage::id).distinct()).hasSize(1);
  }

  @Test
  void inTheQueuesOrderWhatWaitsHoldsAllBehindIt() {
    bench.lanes = QueueLanes.QUEUE;
    bench.on("b", RETRY);
    QueuedMessage[] batch = {order("a"), order("b"), order("c")};

    assertThat(bench.unfinished(batch))
        .hasValueSatisfying(it -> assertThat(it.unfinished()).isEqualTo(2));
    assertThat(bench.ran()).startsWith("a", "b").doesNotContain("c");
    bench.on("b", HandlerResult.completed());

    bench.assertDone(batch);
    assertThat(bench.ran()).endsWith("b", "c");
    assertThat(bench.ran().stream().filter("a"::equals)).hasSize(1);
  }

  @Test
  void aMessageShowsWhatItHas() {
    List<RabbitMqMessage> seen = new ArrayList<>();
    RabbitMqConsumer<?> consumer =
        bench.seeing(
            RabbitMqIdentity.of("raw", byte[].class, RabbitMqKey.ofMessageId()),
            (bytes, delivery) -> seen.add(delivery.message()));
    String headers =
        "{\"text\":{\"bytes\":[-61,-87]},\"others\":{\"bytes\":[195,169]},\"n\":10,\"no\":null,"
            + "\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"}";

    bench.assertDone(consumer, order("a").withMessageId("\"m-1\"").withHeaders(headers).again());
    assertThat(seen)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.source()).isEqualTo(QueuedMessage.BROKER);
              assertThat(it.queue()).isEqualTo("orders::/");
              assertThat(it.messageId()).contains("m-1");
              assertThat(it.logFields()).isEqualTo(Map.of("messageId", Optional.of("m-1")));
              assertThat(it.isRedelivered()).isTrue();
              assertThat(it.property("priority")).contains("34");
              assertThat(it.property("replyTo")).isEmpty();
              assertThat(it.property("headers")).isEmpty();
              assertThat(it.header("text")).contains("é");
              assertThat(it.header("others")).contains("é");
              assertThat(it.header("n")).contains("10");
              assertThat(it.header("no")).isEmpty();
              assertThat(it.header("absent")).isEmpty();
              assertThat(it.messagingSystem()).contains("rabbitmq");
              assertThat(it.tracedId()).isEmpty();
              assertThat(it.destination()).contains("orders");
              assertThat(it.sender().map(TraceParent::spanId)).contains("00f067aa0ba902b7");
              assertThat(it).hasToString("Message[m-1 of orders::/]");
            });
  }

  /** A producer chooses the id, and must not write lines of its own. */
  @Test
  void anIdIsOneLineInLogs() {
    List<RabbitMqMessage> seen = new ArrayList<>();
    RabbitMqConsumer<?> consumer =
        bench.seeing(RabbitMqBench.orders(), (order, delivery) -> seen.add(delivery.message()));

    bench.unfinished(consumer, order("a").withMessageId("\"m\\nERROR \\u001b[2J\""));
    assertThat(seen)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.messageId()).contains("m\nERROR \u001b[2J");
              assertThat(it.logFields())
                  .isEqualTo(Map.of("messageId", Optional.of("m\\nERROR \\u001b[2J")));
              assertThat(it).hasToString("Message[m\\nERROR \\u001b[2J of orders::/]");
            });
  }

  private static QueuedMessage[] hundred() {
    return IntStream.range(0, 100).mapToObj(it -> order("" + it)).toArray(QueuedMessage[]::new);
  }
}
