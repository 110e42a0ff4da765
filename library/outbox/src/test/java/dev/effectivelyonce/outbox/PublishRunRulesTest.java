package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of publishing, without engines, so that each of them can be switched off and tried. */
class PublishRunRulesTest {
  private final ManualClock clock = new ManualClock();
  private final StubTable table = new StubTable();
  private final StubQueue queue = new StubQueue();
  private final OutboxPublisher publisher =
      new OutboxPublisher(
          new OutboxSettings(
              StubTable.NAME,
              Map.of("shipments", new Destination.Queue(StubQueue.URL)),
              Duration.ofMinutes(10)),
          new OutboxClients(
              table,
              () -> queue,
              () -> {
                throw new AssertionError("There is no bus");
              }),
          clock,
          report -> {});

  @Test
  void aMessageGoesUnderItsIdInItsGroupAndIsDeleted() {
    publish("a1");

    assertThat(queue.bodies()).containsExactly("a1");
    assertThat(queue.sent.getFirst().messageDeduplicationId()).isEqualTo("id-a1");
    assertThat(queue.sent.getFirst().messageGroupId()).isEqualTo("a");
    assertThat(table.items).isEmpty();
  }

  @Test
  void whatFollowsAMessageOfItsKeyThatWaitsIsNotSent() {
    queue.throttled.add("a1");

    assertThat(publish("a1", "a2", "b1")).contains("\"sequence-a1\"");

    assertThat(queue.bodies()).containsExactly("b1");
  }

  @Test
  void lambdaRepeatsFromTheFirstMessageThatWaits() {
    queue.throttled.add("b1");
    queue.throttled.add("c1");

    assertThat(publish("a1", "b1", "c1")).contains("\"sequence-b1\"");
  }

  @Test
  void whatIsNotSentStays() {
    queue.throttled.add("a1");

    publish("a1");

    assertThat(table.items).containsOnlyKeys(OutboxKey.of(message("a1")));
  }

  @Test
  void whatIsGoneWasSentAndIsNotSentAgain() {
    publish("a1");

    assertThat(arrive("a1")).doesNotContain("sequence");

    assertThat(queue.bodies()).containsExactly("a1");
  }

  /** It came, was sent and deleted, and came again: an operator forgot the record of its event. */
  @Test
  void aMessageThatCameTwiceIsSentOnce() {
    publish("a1", "a1");

    assertThat(queue.bodies()).containsExactly("a1");
  }

  @Test
  void anItemThatWasNotReadIsNotTakenForSent() {
    table.unanswered.add("a");

    assertThat(publish("a1")).contains("\"sequence-a1\"");
  }

  /** The first letter is the key. */
  private static OutboxMessage message(String body) {
    return new OutboxMessage(
        body.substring(0, 1),
        "id-" + body,
        "orders",
        OutgoingMessage.to("shipments", "shipment-ordered", body),
        ManualClock.START,
        Place.FIRST);
  }

  /** Puts messages, and has their records arrive; returns the answer. */
  private String publish(String... bodies) {
    for (String body : bodies) {
      table.put(message(body));
    }
    return arrive(bodies);
  }

  private String arrive(String... bodies) {
    String records =
        Arrays.stream(bodies).map(PublishRunRulesTest::insert).collect(Collectors.joining(","));
    byte[] event = ("{\"Records\":[" + records + "]}").getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      publisher.handleRequest(
          new ByteArrayInputStream(event), answer, new TestContext(clock, Duration.ofSeconds(30)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }

  private static String insert(String body) {
    return """
    {"eventName":"INSERT","dynamodb":{"SequenceNumber":"sequence-%s",
     "Keys":{"lane":{"S":"%s"},"id":{"S":"id-%s"}}}}
    """
        .formatted(body, body.substring(0, 1), body);
  }
}
