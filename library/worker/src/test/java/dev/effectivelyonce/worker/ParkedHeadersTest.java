package dev.effectivelyonce.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.ValueReader;
import com.rabbitmq.client.impl.ValueWriter;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.key.ConsumerName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The headers of a message on their way from a broker into an event, and into a queue again. */
class ParkedHeadersTest {
  private Map<String, Object> published = Map.of();

  @Test
  void aParkedNumberHasItsValue() throws IOException {
    Map<String, Object> parked =
        parked(
            Map.of(
                "whole",
                3,
                "longest",
                Long.MIN_VALUE,
                "third",
                1.0 / 3,
                "large",
                1e20,
                "tiny",
                Double.MIN_VALUE,
                "ratio",
                0.25f,
                "price",
                new BigDecimal("9.99")));

    assertThat(parked)
        .containsEntry("whole", 3L)
        .containsEntry("longest", Long.MIN_VALUE)
        .containsEntry("third", 1.0 / 3)
        .containsEntry("large", 1e20)
        .containsEntry("tiny", Double.MIN_VALUE)
        .containsEntry("ratio", 0.25)
        .containsEntry("price", 9.99);
  }

  @Test
  void aNumberThatJsonHasNotIsReadAndParkedAsText() throws IOException {
    Map<String, Object> odd =
        Map.of("rate", Double.NaN, "least", Double.NEGATIVE_INFINITY, "most", Float.NaN);

    assertThat(parked(odd).toString()).contains("rate=NaN", "least=-Infinity", "most=NaN");
  }

  @Test
  void aCopyOfAParkedMessageGoesToNoOtherQueue() throws IOException {
    assertThat(parked(Map.of("CC", List.of("audit"), "tenant", "acme")))
        .containsKey("tenant")
        .doesNotContainKey("CC");
  }

  /** Returns the headers that a broker gets when a message with these is parked. */
  private Map<String, Object> parked(Map<String, Object> headers) throws IOException {
    Delivery delivery =
        new Delivery(
            new Envelope(1, false, "", "orders"),
            new BasicProperties.Builder().headers(sent(headers)).build(),
            "{}".getBytes(UTF_8));
    JsonNode event = DeliveredEvents.event(delivery, "orders::/", "one:5672");
    ParkedMessage message =
        new ParkedMessage(
            new Origin("one:5672", "orders::/", "", Optional.empty()),
            new ConsumerName("orders"),
            event.at("/rmqMessagesByQueue").path("orders::/").path(0).toString(),
            "never");
    try (RabbitParking parking = RabbitParking.of(new Broker(), "orders.parked")) {
      parking.put(message, Instant.MAX);
    }
    return sent(published);
  }

  /** Returns headers as the other end of a connection reads them. */
  private static Map<String, Object> sent(Map<String, Object> headers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ValueWriter(new DataOutputStream(bytes)).writeTable(headers);
    return new ValueReader(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))
        .readTable();
  }

  /** A broker that keeps the headers of what is published, and confirms it. */
  private final class Broker extends ConnectionFactory {
    @Override
    public ConnectionFactory clone() {
      return this;
    }

    @Override
    public Connection newConnection(List<Address> brokers, String name) {
      return proxy(
          Connection.class,
          (ignored, method, arguments) ->
              method.getName().equals("openChannel") ? Optional.of(channel()) : null);
    }

    private Channel channel() {
      return proxy(
          Channel.class,
          (ignored, method, arguments) -> {
            if (method.getName().equals("basicPublish")) {
              published = ((BasicProperties) arguments[3]).getHeaders();
            }
            return null;
          });
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
