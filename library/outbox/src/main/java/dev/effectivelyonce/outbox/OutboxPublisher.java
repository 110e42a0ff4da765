package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.outbox.OutboxItems.Reading;
import dev.effectivelyonce.outbox.StreamRecords.Arrival;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Lambda handler of an outbox table's stream: sends the messages that came, each lane in the
 * order of the stream, and deletes them. What is gone was sent, and is not sent again; between
 * sending and deleting the process may die, and the message is then sent again with the same id.
 *
 * <p>Answers with the first record whose message has to come again, from which Lambda repeats; what
 * follows it is gone by then. A message that can never be sent stays in the table and holds nothing
 * up. Safe for use by many invocations at once.
 */
public final class OutboxPublisher implements RequestStreamHandler {
  private final JsonFactory json = new JsonFactory();
  private final StreamRecords records = new StreamRecords();
  private final OutboxItems items;
  private final Channels channels;
  private final Clock clock;
  private final OutboxObserver observer;

  /**
   * With the function's environment, its clients and its metrics: what Lambda makes when the class
   * itself is a function's handler.
   *
   * @throws ConfigurationException if a variable is missing or malformed
   */
  public OutboxPublisher() {
    this(System.getenv(), Platform.system().clock());
  }

  OutboxPublisher(Map<String, String> environment, Clock clock) {
    this(
        OutboxSettings.from(environment),
        OutboxClients.forLambda(),
        clock,
        OutboxMetrics.ofPublisher(OutboxMetrics.line(environment), clock));
  }

  /** A publisher of the settings' table. Nothing is called before the first event. */
  public OutboxPublisher(
      OutboxSettings settings, OutboxClients clients, Clock clock, OutboxObserver observer) {
    this.items = new OutboxItems(clients.dynamoDb(), settings.table());
    this.channels = Channels.of(settings.destinations(), clients);
    this.clock = clock;
    this.observer = observer;
  }

  /**
   * Publishes what an event of the stream names.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    List<Arrival> arrivals = records.read(input);
    Reading reading = items.read(arrivals.stream().map(Arrival::key).toList());
    Map<MessageKey, Fate> fates =
        new Publishing(items, channels, clock, InvocationEnd.of(context, clock))
            .publish(lanes(arrivals, reading));
    Map<MessageKey, Fate> all = new LinkedHashMap<>();
    arrivals.forEach(arrival -> all.put(arrival.key(), fate(arrival.key(), reading, fates)));
    int gone = all.size() - reading.there().size() - reading.unread().size();
    observer.observe(Tally.of(all.values(), gone, Duration.ZERO));
    answer(
        output,
        arrivals.stream().filter(it -> all.get(it.key()) instanceof Fate.Later).findFirst());
  }

  /**
   * A lane ends where it is not known whether the next message was sent. What came, went and came
   * again is at its last place.
   */
  private static List<List<OutboxMessage>> lanes(List<Arrival> arrivals, Reading reading) {
    LinkedHashSet<MessageKey> keys = new LinkedHashSet<>();
    arrivals.stream().map(Arrival::key).forEach(keys::addLast);
    Map<String, List<OutboxMessage>> lanes = new LinkedHashMap<>();
    Set<String> cut = new HashSet<>();
    for (MessageKey key : keys) {
      if (reading.unread().contains(key)) {
        cut.add(key.lane());
      }
      Optional.ofNullable(reading.there().get(key))
          .filter(message -> !cut.contains(key.lane()))
          .ifPresent(
              message -> lanes.computeIfAbsent(key.lane(), it -> new ArrayList<>()).add(message));
    }
    return List.copyOf(lanes.values());
  }

  private static Fate fate(MessageKey key, Reading reading, Map<MessageKey, Fate> fates) {
    if (!reading.there().containsKey(key) && !reading.unread().contains(key)) {
      return new Fate.Sent();
    }
    return fates.getOrDefault(key, new Fate.Later("behind another one"));
  }

  private void answer(OutputStream output, Optional<Arrival> first) throws IOException {
    try (JsonGenerator generator = json.createGenerator(output)) {
      generator.writeStartObject();
      generator.writeArrayFieldStart("batchItemFailures");
      if (first.isPresent()) {
        generator.writeStartObject();
        generator.writeStringField("itemIdentifier", first.get().sequenceNumber());
        generator.writeEndObject();
      }
      generator.writeEndArray();
      generator.writeEndObject();
    }
  }
}
