package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Bench.FIFO;
import static dev.effectivelyonce.outbox.Bench.STANDARD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.sqs.model.Message;

@ExtendWith(LocalAws.class)
class OutboxPublisherTest {
  private final Bench bench;

  OutboxPublisherTest(LocalAws.Running aws) {
    bench = new Bench(aws);
  }

  @BeforeEach
  void anotherTime() {
    bench.clock.advance(Duration.ofSeconds(1));
  }

  private static OutgoingMessage standard(String body) {
    return OutgoingMessage.to(STANDARD, "shipment-ordered", body);
  }

  /** On the FIFO queue, its body its name. */
  private static OutgoingMessage ordered(String key, String name) {
    return OutgoingMessage.to(FIFO, name, name).orderedBy(key);
  }

  private static BatchWriteItemResponse diesBeforeTheDelete(BatchWriteItemRequest request) {
    throw SdkClientException.create("The process dies");
  }

  @Test
  void aMessageIsSentWithItsIdAndDeleted() {
    String id = bench.commit("O-1", standard("one").attribute("tenant", "blue"));

    assertThat(bench.publish()).isEmpty();

    Message sent = bench.drain(STANDARD).getFirst();
    assertThat(sent.body()).isEqualTo("one");
    assertThat(Bench.attributes(sent)).isEqualTo(Map.of("outbox-id", id, "tenant", "blue"));
    assertThat(bench.waiting()).isEmpty();
    assertThat(bench.reports).containsExactly(new OutboxReport(1, 0, 0, 0, Map.of()));
  }

  @Test
  void messagesOfOneKeyGoInTheOrderOfTheStream() {
    IntStream.range(0, 23).forEach(i -> bench.commit("O-" + i, ordered("C-1", "m" + i)));
    bench.commit("other", ordered("C-2", "other"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO).stream().filter(it -> !it.equals("other")))
        .containsExactlyElementsOf(IntStream.range(0, 23).mapToObj(i -> "m" + i).toList());
  }

  @Test
  void aProcessThatDiesBetweenSendingAndDeletingSendsTheSameIdAgainWhichAFifoQueueDrops() {
    bench.commit("O-1", ordered("C-1", "a"));
    bench.commit("O-2", ordered("C-1", "b"));
    bench.dynamoDb.spoilDelete(OutboxPublisherTest::diesBeforeTheDelete);

    assertThat(bench.publish()).containsExactly("s-1");
    assertThat(bench.waiting()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("a", "b");
    assertThat(bench.waiting()).isEmpty();
  }
}
