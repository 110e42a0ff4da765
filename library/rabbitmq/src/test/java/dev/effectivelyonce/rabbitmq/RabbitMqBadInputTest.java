package dev.effectivelyonce.rabbitmq;

import static dev.effectivelyonce.rabbitmq.QueuedMessage.order;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What RabbitMQ or Lambda should not hand over, and what becomes of it. */
class RabbitMqBadInputTest {
  private static final byte[] NOT_TEXT = {(byte) 0xC3, 0x28};

  private static final String RABBIT = "{\"eventSource\":\"aws:rmq\"%s}";

  private final RabbitMqBench bench = new RabbitMqBench(QueueLanes.BUSINESS_KEY);
  private final RabbitMqConsumer<?> consumer = bench.consumer().build();

  @Test
  void aBatchWithoutMessagesIsDone() throws IOException {
    for (String event :
        List.of(
            "",
            RABBIT.formatted(""),
            RABBIT.formatted(",\"rmqMessagesByQueue\":null"),
            RABBIT.formatted(",\"rmqMessagesByQueue\":{}"),
            RABBIT.formatted(",\"rmqMessagesByQueue\":{\"orders::/\":[]}"),
            RABBIT.formatted(",\"rmqMessagesByQueue\":{\"orders::/\":null}"))) {
      assertThat(bench.answer(consumer, event)).isEqualTo("{\"messages\":0}");
    }
  }

  @Test
  void aQueueWithoutMessagesHoldsNoOther() throws IOException {
    String event =
        QueuedMessage.event(List.of(order("a"), order("b")))
            .replace("ByQueue\":{", "ByQueue\":{\"none::/\":[],\"null::/\":null,");

    assertThat(bench.answer(consumer, event)).isEqualTo("{\"messages\":2}");
    assertThat(bench.ran()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void anEventOfAnotherSourceOrNoBatchFailsAndRunsNothing() {
    for (String event :
        List.of(
            "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]}",
            "{\"eventSource\":\"aws:kafka\",\"records\":{}}",
            "{\"eventSource\":\"aws:amq\",\"messages\":[]}",
            "{\"rmqMessagesByQueue\":{\"orders::/\":[]}}")) {
      bench.assertRefused(event, "not from RabbitMQ");
    }
    bench.assertRefused(
        "{\"eventSource\":\"aws:rmq\",\"rmqMessagesByQueue\":[]}", "messages by queue");
    bench.assertRefused(
        "{\"eventSource\":\"aws:rmq\",\"rmqMessagesByQueue\":{\"a::/\":{}}}",
        "no array of messages");
  }

  @Test
  void aQueueThatIsNamedTwiceFailsSinceMessagesWouldBeLost() {
    String twice =
        QueuedMessage.event(List.of(order("a")))
            .replace("ByQueue\":{", "ByQueue\":{\"orders::/\":[],");

    bench.assertRefused(twice, "no array of messages for a queue, or two");
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void aMemberThatIsThereTwiceIsNoFaultOfItsBatch() {
    RabbitMqConsumer<?> byHeader =
        bench.consumer(RabbitMqBench.orders(RabbitMqKey.ofHeader("id"))).build();
    String data = base64(json("-"));

    bench.assertDone(order("-").withData(data + ",\"data\":" + data), order("a"));
    bench.assertDone(
        byHeader,
        order("-").withHeaders("{\"id\":7,\"id\":8}"),
        order("-").withHeaders("{\"id\":{\"bytes\":[49],\"bytes\":[50]}}"),
        order("b").withHeaders("{\"id\":9,\"other\":1,\"other\":2}"));
    assertThat(bench.ran()).containsExactly("a", "b");
    bench.assertParked(
        "no data", "neither text nor a whole number", "neither text nor a whole number");
    assertThat(bench.parked().get(1).body()).contains("\"id\":[7,8]");
  }

  @Test
  void anotherQueueFailsItsBatchWhereQueuesAreNamed() {
    RabbitMqConsumer<?> named = bench.consumer(RabbitMqBench.orders().queues("orders::/")).build();

    for (String other : List.of("returns::/", "orders::/shop")) {
      assertThatThrownBy(() -> bench.unfinished(named, order("a"), order("b").in(other)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("\"" + other + "\"");
    }
    assertThat(bench.ran()).isEmpty();
    bench.assertDone(named, order("a"));
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void whatCanNeverBeReadIsParkedAsItCameAndHoldsNothing() {
    bench.assertDone(
        order("-").withData("\"no base64!\""),
        order("-").withData("7"),
        order("-").withData("null"),
        order("-").withData("\"\""),
        order("-").withData(base64("{}")),
        order("-").withData(base64(NOT_TEXT)),
        order("a"));
    assertThat(bench.ran()).containsExactly("a");
    bench.assertParked(
        "data is not base64",
        "no data",
        "no data",
        "JSON",
        "no business key: there is no id",
        "UTF-8");
    assertThat(bench.parked().getFirst().body()).contains("\"data\":\"no base64!\"");
  }

  @Test
  void aMessageThatIsNoneIsParkedAndTheOthersRun() throws IOException {
    String good = QueuedMessage.event(List.of(order("a")));
    for (String none : List.of("null", "7", "\"text\"", "[]", "{}")) {
      bench.answer(consumer, good.replace("\"orders::/\":[", "\"orders::/\":[" + none + ","));
    }

    assertThat(bench.ran()).containsExactly("a");
    assertThat(bench.parked())
        .allSatisfy(it -> assertThat(it.why()).contains("no data"))
        .extracting(ParkedMessage::body)
        .containsExactly("null", "7", "\"text\"", "[]", "{}");
  }

  @Test
  void aMessageIsNoFaultOfItsBatchHoweverDeepOrLongItsHeadersAre() {
    for (String headers :
        List.of(
            "{\"deep\":%s7%s}".formatted("[".repeat(30_000), "]".repeat(30_000)),
            "{\"deep\":%s7%s}".formatted("{\"a\":".repeat(30_000), "}".repeat(30_000)),
            "{\"%s\":7}".formatted("n".repeat(60_000)),
            "{\"long\":%s}".formatted("9".repeat(2_000)))) {
      QueuedMessage odd = order("odd").withHeaders(headers);

      assertThat(bench.unfinished(odd.withData("\"no base64!\""), odd.again(), order("a")))
          .as(headers.substring(0, 20))
          .isEmpty();
      assertThat(bench.parked().getLast().body()).contains("\"headers\":" + headers);
    }
    assertThat(bench.ran()).containsExactlyInAnyOrder("odd", "a");
  }

  @Test
  void aHeaderThatIsNestedDeeplyIsNoKeyAndCanBeShown() {
    String deep = "[".repeat(30_000) + "]".repeat(30_000);
    QueuedMessage odd = order("odd").withHeaders("{\"deep\":%s}".formatted(deep));
    List<String> shown = new ArrayList<>();
    RabbitMqConsumer<?> byHeader =
        bench.consumer(RabbitMqBench.orders(RabbitMqKey.ofHeader("deep"))).build();
    RabbitMqConsumer<?> showing =
        bench.seeing(
            RabbitMqBench.orders(),
            (order, delivery) -> shown.add(delivery.message().header("deep").orElse("none")));

    bench.assertDone(byHeader, odd);
    bench.assertParked("neither text nor a whole number");
    bench.assertDone(showing, odd);
    assertThat(shown).containsExactly(deep);
  }

  @Test
  void aMessageWithoutPropertiesRuns() throws IOException {
    for (String properties :
        List.of(
            "",
            "\"basicProperties\":null,",
            "\"basicProperties\":7,",
            "\"basicProperties\":{\"headers\":7},")) {
      String id = "id " + properties.length();
      bench.answer(
          consumer,
          "{\"eventSource\":\"aws:rmq\",\"rmqMessagesByQueue\":{\"q::/\":[{%s\"data\":%s}]}}"
              .formatted(properties, base64(json(id))));
      assertThat(bench.ran()).contains(id);
    }
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void headersOfAnyTypeRunAndAreShownAsTheyCan() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    RabbitMqConsumer<?> showing =
        bench.seeing(
            RabbitMqBench.orders(),
            (order, delivery) -> {
              seen.add(delivery.message().header("h").orElse("none"));
              assertThat(delivery.message().isRedelivered()).isFalse();
            });
    String values = "true 1.5 \"t\" [1,null] {\"a\":1} {\"bytes\":[300]} null {\"bytes\":[-61,40]}";
    for (String value : values.split(" ", -1)) {
      bench.unfinished(
          showing, order(value.replace("\"", "'")).withHeaders("{\"h\":%s}".formatted(value)));
    }

    assertThat(seen)
        .containsExactly(values.replace("\"t\"", "t").replace(" null ", " none ").split(" ", -1));
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void aHeaderIsAnIdentityWhereItIsTextOrAWholeNumber() {
    RabbitMqConsumer<?> byHeader =
        bench.consumer(RabbitMqBench.orders(RabbitMqKey.ofHeader("id"))).build();
    List<String> values =
        List.of(
            "{\"bytes\":[49]}", "7", "\"t\"", "1.5", "true", "[1]", "{\"bytes\":[-61,40]}", "null");

    bench.assertDone(
        byHeader,
        values.stream()
            .map(it -> order("of " + it.length()).withHeaders("{\"id\":%s}".formatted(it)))
            .toArray(QueuedMessage[]::new));
    assertThat(bench.ran()).containsExactlyInAnyOrder("of 14", "of 1", "of 3");
    bench.assertParked(
        "neither text nor a whole number",
        "neither text nor a whole number",
        "neither text nor a whole number",
        "neither text nor a whole number",
        "there is no header id");
  }

  @Test
  void aMessageIdIsAnIdentityWhereItIsThereAndNotHuge() {
    RabbitMqConsumer<?> byId =
        bench.consumer(RabbitMqBench.orders(RabbitMqKey.ofMessageId())).build();
    String huge = "\"" + "k".repeat(1024 * 1024) + "\"";

    bench.assertDone(
        byId,
        order("1"),
        order("2").withMessageId("\" \""),
        order("3").withMessageId("{}"),
        order("4").withMessageId(huge),
        order("5").withMessageId("\"m\""),
        order("6").withMessageId("\"m\""));
    assertThat(bench.ran()).containsExactly("5");
    assertThat(bench.parked())
        .hasSize(4)
        .allMatch(it -> it.why().contains("there is no message_id"));
    bench.assertDone(order("4").withMessageId(huge));
    assertThat(bench.ran()).endsWith("4");

    String longest = "k".repeat(255);
    bench.unfinished(byId, order("7").withMessageId("\"" + longest + "\""));
    bench.unfinished(byId, order("8").withMessageId("\"" + longest + "k\""));
    assertThat(bench.ran()).endsWith("4", "7");
  }
}
