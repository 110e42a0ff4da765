package dev.effectivelyonce.local.eventsource.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.MessageProperties;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What an event holds, without a broker. RABBITMQ.md names the source of each rule. */
class RabbitMqBatchTest {
  private static final int MEBIBYTE = 1024 * 1024;

  @Test
  void anEventHasSixMegabytesAtMost() {
    RabbitMqBatch batch = new RabbitMqBatch(100);

    // In base64 each takes a third more.
    assertThat(IntStream.range(0, 5).mapToObj(it -> batch.isTaken(message(MEBIBYTE))))
        .containsExactly(true, true, true, true, false);
    assertThat(batch.messages()).hasSize(4);
  }

  @Test
  void aMessageThatIsLargerThanAnEventFitsInNone() {
    assertThat(RabbitMqBatch.isTooLarge(message(5 * MEBIBYTE))).isTrue();
    assertThat(RabbitMqBatch.isTooLarge(message(4 * MEBIBYTE))).isFalse();
  }

  @Test
  void valuesOutOfTheirRangeAreRefused() {
    RabbitMqMapping mapping = RabbitMqMapping.of("orders", "arn");

    assertThat(mapping.batching().size()).isEqualTo(100);
    assertThat(mapping.batching().window()).isEqualTo(Duration.ofMillis(500));
    assertThatThrownBy(() -> mapping.batching(0, Duration.ZERO))
        .hasMessageContaining("1 to 10,000");
    assertThatThrownBy(() -> mapping.batching(10_001, Duration.ZERO))
        .hasMessageContaining("1 to 10,000");
    assertThatThrownBy(() -> mapping.batching(1, Duration.ofSeconds(301)))
        .hasMessageContaining("0 to 300");
  }

  private static Delivery message(int bytes) {
    return new Delivery(
        new Envelope(1, false, "", "orders"), MessageProperties.BASIC, new byte[bytes]);
  }
}
