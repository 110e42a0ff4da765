package dev.effectivelyonce.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.streams.RecordData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads Lambda's events of RabbitMQ, and writes the answers. */
final class RabbitMqEvents {
  private static final String SOURCE = "aws:rmq";
  private static final String REMEDY =
      "Invoke the function from the event source mapping of this consumer's queue";

  private final JsonMapper mapper = RecordData.events().build();

  /**
   * Returns the messages of an event.
   *
   * @param queues those that the consumer reads; none: any
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is no batch of these queues, or names a queue twice
   */
  List<RabbitMqMessage> read(InputStream input, Set<String> queues) throws IOException {
    return read(mapper.readTree(input), queues);
  }

  /**
   * Returns the messages of an event; otherwise like {@link #read(InputStream, Set)}.
   *
   * @throws ConfigurationException if it is no batch of these queues, or names a queue twice
   */
  List<RabbitMqMessage> read(JsonNode event, Set<String> queues) {
    RecordData.refusePipe(event);
    if (RecordData.isNothing(event)) {
      return List.of();
    }
    String source = event.path("eventSource").asText();
    if (!source.equals(SOURCE)) {
      throw refused("The event is from \"%s\", and not from RabbitMQ".formatted(source));
    }
    JsonNode byQueue = event.path("rmqMessagesByQueue");
    if (!byQueue.isObject() && !RecordData.isAbsent(byQueue)) {
      throw refused("The event has no object of messages by queue");
    }
    String broker = event.path("eventSourceArn").asText();
    List<RabbitMqMessage> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> queue : byQueue.properties()) {
      if (!queues.isEmpty() && !queues.contains(queue.getKey())) {
        throw refused("A message is of the queue \"%s\"".formatted(queue.getKey()));
      }
      JsonNode messages = queue.getValue();
      if (RecordData.isRepeated(messages)
          || (!messages.isArray() && !RecordData.isAbsent(messages))) {
        throw refused("The event has no array of messages for a queue, or two");
      }
      messages.forEach(it -> read.add(new RabbitMqMessage(it, broker, queue.getKey())));
    }
    return read;
  }

  private static ConfigurationException refused(String problem) {
    return new ConfigurationException(problem + ". Nothing of its batch runs", REMEDY);
  }

  void write(OutputStream output, int messages) throws IOException {
    mapper.writeValue(output, Map.of("messages", messages));
  }
}
