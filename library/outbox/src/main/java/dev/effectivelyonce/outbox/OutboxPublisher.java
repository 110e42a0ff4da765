package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.outbox.OutboxItems.Reading;
import dev.effectivelyonce.outbox.SendResult.Concern;
import dev.effectivelyonce.outbox.SendResult.Later;
import dev.effectivelyonce.outbox.StreamRecords.Arrival;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Lambda handler of an outbox table's stream. It sends the new messages, each lane in the order
 * of the stream, and deletes them. A message is deleted only after it was sent, and is then not
 * sent again. If the process dies between sending and deleting, the message is sent again with the
 * same id.
 *
 * <p>The publisher answers with the first record that has to come again, and Lambda delivers again
 * from that record; later messages that were sent are already deleted. The publisher retries a
 * message until a minute after the sweeper's age limit, and then leaves it to the sweeper.
 * Therefore a failing destination does not hold up the others any longer than that. Later messages
 * of such a lane are sent after it. A message that can never be sent stays in the table and does
 * not hold up others. Safe for use by many invocations at once.
 */
public final class OutboxPublisher implements RequestStreamHandler {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxPublisher.class);

  /** The margin for clocks, so that all publishers agree on what is left to the sweeper. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  /** The time after which all messages of one commit are certain to be visible together. */
  private static final Duration SETTLED_AFTER = Duration.ofSeconds(10);

  private static final Later UNSETTLED =
      new Later("one of its commit is to be seen first", Concern.LANE);

  private final JsonFactory json = new JsonFactory();
  private final StreamRecords records = new StreamRecords();
  private final OutboxItems items;
  private final Channels channels;
  private final Duration sweptAfter;
  private final Clock clock;
  private final OutboxObserver observer;

  /**
   * Creates a publisher with settings, clients and metrics from the function's environment. Lambda
   * calls this constructor if the class itself is the function's handler.
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

  /**
   * Creates a publisher for the table in the settings. It does not call any service before the
   * first event.
   */
  public OutboxPublisher(
      OutboxSettings settings, OutboxClients clients, Clock clock, OutboxObserver observer) {
    this(
        new OutboxItems(clients.dynamoDb(), settings.table()),
        Channels.of(settings.destinations(), clients.ofDestinations()),
        settings.sweptAfter(),
        clock,
        observer);
  }

  private OutboxPublisher(
      OutboxItems items,
      Channels channels,
      Duration sweptAfter,
      Clock clock,
      OutboxObserver observer) {
    this.items = items;
    this.channels = channels;
    this.sweptAfter = sweptAfter;
    this.clock = clock;
    this.observer = observer;
  }

  /**
   * Returns a publisher like this one, with a span for each request to a queue or event bus. This
   * one stays as it is. What the tracer throws is logged, and has no other effect. Default: no
   * spans.
   */
  public OutboxPublisher tracedBy(SendTracer tracer) {
    return new OutboxPublisher(items, channels.tracedBy(tracer), sweptAfter, clock, observer);
  }

  /**
   * Publishes the messages of the stream's event.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    List<Arrival> arrivals = records.read(input);
    PublishRun publishing =
        PublishRun.begin(items, channels, clock, InvocationEnd.of(context, clock));
    Reading reading = items.read(arrivals.stream().map(it -> it.key().lane()).toList());
    Instant now = clock.instant();
    Instant left = now.minus(sweptAfter);
    Map<OutboxKey, SendResult> fates =
        publishing.publish(new PendingLanes(reading, left, now.minus(SETTLED_AFTER)).of(arrivals));
    int gone = completed(fates, arrivals, reading);
    SendCounts.of(fates.values(), gone, Map.of()).tell(observer);
    answer(
        output,
        arrivals.stream()
            .filter(it -> fates.get(it.key()) instanceof Later later && !isLeft(it, later, left))
            .findFirst());
  }

  /** Adds the results of messages that were not published; returns how many were gone. */
  private static int completed(
      Map<OutboxKey, SendResult> fates, List<Arrival> arrivals, Reading reading) {
    Set<OutboxKey> gone = new HashSet<>();
    for (Arrival arrival : arrivals) {
      OutboxKey key = arrival.key();
      Optional<Later> unread = Optional.ofNullable(reading.unread().get(key.lane()));
      boolean isThere = reading.of(key.lane()).stream().anyMatch(it -> it.id().equals(key.id()));
      if (unread.isPresent() || isThere) {
        fates.putIfAbsent(key, unread.orElse(UNSETTLED));
      } else {
        gone.add(key);
      }
    }
    return gone.size();
  }

  /** Returns whether one lane's fault leaves it to the sweeper; a table's fault is every lane's. */
  private static boolean isLeft(Arrival arrival, Later why, Instant left) {
    boolean isOfTheLane = why.concern() == Concern.DESTINATION || why.concern() == Concern.LANE;
    boolean isLeft = isOfTheLane && arrival.isBefore(left.minus(CLOCKS_DIFFER));
    if (isLeft) {
      LOG.warn("{} is left to the sweeper: {}", arrival.key(), why.reason());
    }
    return isLeft;
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
