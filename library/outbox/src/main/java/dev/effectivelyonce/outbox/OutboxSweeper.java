package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A scheduled Lambda handler that sends messages that have waited too long in an outbox table.
 * These are messages that the stream lost (it keeps them for 24 h), that the publisher gave up, or
 * that needed a correction first. The sweeper sends each lane in the order in which its messages
 * were created. It begins at another position each time and tries a failing destination only a few
 * times, so that the others get their turn. It may run at the same time as the publisher, because
 * both send a message with the same id.
 */
public final class OutboxSweeper implements RequestStreamHandler {
  /** The messages of a portion. Their texts fit into memory: at most 128 MiB, and one lane's. */
  private static final int PORTION = 500;

  /** The parts of the table, which are read in random order. */
  private static final int PARTS = 16;

  private static final long LANE_BYTES = 64L * 1024 * 1024;

  private final OutboxItems items;
  private final Channels channels;
  private final Duration sweptAfter;
  private final Clock clock;
  private final RandomGenerator random;
  private final OutboxObserver observer;

  /**
   * Creates a sweeper with settings, clients and metrics from the function's environment. Lambda
   * calls this constructor if the class itself is the function's handler.
   *
   * @throws ConfigurationException if a variable is missing or malformed
   */
  public OutboxSweeper() {
    this(System.getenv(), Platform.system().clock());
  }

  OutboxSweeper(Map<String, String> environment, Clock clock) {
    this(
        OutboxSettings.from(environment),
        OutboxClients.forLambda(),
        clock,
        OutboxMetrics.ofSweeper(OutboxMetrics.line(environment), clock));
  }

  /**
   * Creates a sweeper for the table in the settings. It does not call any service before the first
   * event.
   */
  public OutboxSweeper(
      OutboxSettings settings, OutboxClients clients, Clock clock, OutboxObserver observer) {
    this(settings, clients, clock, Platform.system().random(), observer);
  }

  /**
   * Creates a sweeper for the table in the settings. It does not call any service before the first
   * event.
   *
   * @param random chooses the position at which it begins; need not be secure
   */
  public OutboxSweeper(
      OutboxSettings settings,
      OutboxClients clients,
      Clock clock,
      RandomGenerator random,
      OutboxObserver observer) {
    this(
        new OutboxItems(clients.dynamoDb(), settings.table()),
        Channels.of(settings.destinations(), clients.ofDestinations()),
        settings.sweptAfter(),
        clock,
        random,
        observer);
  }

  private OutboxSweeper(
      OutboxItems items,
      Channels channels,
      Duration sweptAfter,
      Clock clock,
      RandomGenerator random,
      OutboxObserver observer) {
    this.items = items;
    this.channels = channels;
    this.sweptAfter = sweptAfter;
    this.clock = clock;
    this.random = random;
    this.observer = observer;
  }

  /**
   * Returns a sweeper like this one, with a span for each request to a queue or event bus. This one
   * stays as it is. What the tracer throws is logged, and has no other effect. Default: no spans.
   */
  public OutboxSweeper tracedBy(SendTracer tracer) {
    return new OutboxSweeper(items, channels.tracedBy(tracer), sweptAfter, clock, random, observer);
  }

  /**
   * Sends the messages that have waited too long, whatever the event is, and answers with the
   * counts as JSON.
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    OutboxReport report = sweep(InvocationEnd.of(context, clock));
    report.tell(observer);
    report.writeTo(output);
  }

  private OutboxReport sweep(Instant stopAt) {
    Instant now = clock.instant();
    PublishRun publishing = PublishRun.begin(items, channels, clock, stopAt);
    List<Integer> parts = new ArrayList<>(IntStream.range(0, PARTS).boxed().toList());
    Collections.shuffle(parts, random);
    OutboxReport report = OutboxReport.NONE;
    for (int part : parts) {
      LaneChunks portions =
          new LaneChunks(items.madeBefore(now.minus(sweptAfter), part, PARTS), PORTION, LANE_BYTES);
      while (portions.hasNext()) {
        if (!clock.instant().isBefore(stopAt)) {
          return report;
        }
        report = report.plus(sweep(portions.next(), now, publishing));
      }
    }
    return new OutboxReport(0, 0, 0, 0, channels.nothingLeft()).plus(report);
  }

  private OutboxReport sweep(List<List<OutboxMessage>> lanes, Instant now, PublishRun publishing) {
    Map<OutboxKey, SendResult> fates = publishing.publish(lanes);
    Map<String, Duration> oldest = new HashMap<>();
    lanes.stream()
        .flatMap(List::stream)
        .filter(it -> !(fates.get(OutboxKey.of(it)) instanceof SendResult.Sent))
        .forEach(
            it ->
                oldest.merge(
                    channels.reported(it.outgoing().destination()),
                    Duration.between(it.createdAt(), now),
                    OutboxReport::longer));
    return SendCounts.of(fates.values(), 0, oldest);
  }
}
