package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.sqs.LocalSqs;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An outbox with two queues, and a stream whose position Lambda moves on; without engines unless a
 * test names its own.
 */
final class Rig {
  static final String QUICK = "quick";
  static final String AWAY = "away";
  static final String BUS = "audit";
  static final String QUICK_URL = "https://queue/quick.fifo";
  static final String AWAY_URL = "https://queue/away.fifo";
  static final String BUS_ARN = "arn:aws:events:us-east-1:123456789012:event-bus/audit";
  static final Duration SWEPT_AFTER = Duration.ofMinutes(10);

  /** How many records of the stream an invocation has at most. */
  private static final int BATCH = 100;

  private static final Pattern FAILED = Pattern.compile("\"itemIdentifier\":\"(\\d+)\"");

  final ManualClock clock = new ManualClock();
  final StubTable table = new StubTable();
  final StubQueue queue = new StubQueue();
  final RecordingBus bus = new RecordingBus();
  final List<OutboxReport> reports = new ArrayList<>();
  Runnable observed = () -> {};
  private final List<Told> stream = new ArrayList<>();
  private final Random random = new Random(1);
  private final OutboxSettings settings;
  private final OutboxClients clients;
  private int position;
  private OutboxPublisher publisher;

  /** A record of the stream. */
  private record Told(OutboxKey key, long seconds) {}

  Rig() {
    settings =
        new OutboxSettings(
            StubTable.NAME,
            Map.of(
                QUICK, new Destination.Queue(QUICK_URL),
                AWAY, new Destination.Queue(AWAY_URL),
                BUS, new Destination.Bus(BUS_ARN)),
            SWEPT_AFTER);
    clients = new OutboxClients(table, () -> queue, () -> bus);
    publisher = process();
  }

  /** One over engines. */
  Rig(String name, FifoQueue quick) {
    settings =
        new OutboxSettings(name, Map.of(QUICK, new Destination.Queue(quick.url())), SWEPT_AFTER);
    clients = new OutboxClients(LocalDynamoDb.client(), LocalSqs::client, () -> bus);
    publisher = process();
  }

  static OutboxMessage message(String destination, String lane, String body, ManualClock clock) {
    return message(OutgoingMessage.to(destination, "name", body), lane, clock);
  }

  static OutboxMessage message(OutgoingMessage outgoing, String lane, ManualClock clock) {
    return new OutboxMessage(
        lane,
        "id-" + outgoing.body(),
        "orders",
        outgoing.orderedBy(lane),
        clock.instant(),
        Place.FIRST);
  }

  /** Commits a message in a lane. */
  void commit(String destination, String lane, String body) {
    commit(message(destination, lane, body, clock));
  }

  void commit(OutboxMessage message) {
    table.put(message);
    tell(message);
  }

  void tell(OutboxMessage message) {
    stream.add(new Told(OutboxKey.of(message), clock.instant().getEpochSecond()));
  }

  /** The same message, committed with another one and behind it. */
  static OutboxMessage behind(OutboxMessage before, OutboxMessage message) {
    return new OutboxMessage(
        message.lane(),
        message.id(),
        message.consumer(),
        message.outgoing(),
        before.createdAt(),
        new Place(before.place().number() + 1, Optional.of(before.id())));
  }

  private void observe(OutboxReport report) {
    reports.add(report);
    observed.run();
  }

  private OutboxPublisher process() {
    return new OutboxPublisher(settings, clients, clock, this::observe);
  }

  void newProcess() {
    publisher = process();
  }

  /** One invocation for the next records of the stream. */
  void publish() {
    int to = Math.min(stream.size(), position + BATCH);
    String records =
        IntStream.range(position, to).mapToObj(this::insert).collect(Collectors.joining(","));
    String answer = invoke(publisher, "{\"Records\":[" + records + "]}", Duration.ofSeconds(30));
    Matcher failed = FAILED.matcher(answer);
    position = failed.find() ? Integer.parseInt(failed.group(1)) : to;
  }

  private String insert(int index) {
    Told told = stream.get(index);
    return """
    {"eventName":"INSERT","dynamodb":{"ApproximateCreationDateTime":%s,"SequenceNumber":"%s",
     "Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}
    """
        .formatted(told.seconds(), index, told.key().lane(), told.key().id());
  }

  /** How many records of the stream Lambda does not repeat. */
  int position() {
    return position;
  }

  boolean isPublished() {
    return position == stream.size();
  }

  /** Traces the publisher of this process. */
  void tracedBy(SendTracer tracer) {
    publisher = publisher.tracedBy(tracer);
  }

  OutboxSweeper sweeper() {
    return new OutboxSweeper(settings, clients, clock, random, this::observe);
  }

  /** Returns the sweeper's answer. */
  String sweep() {
    return sweep(sweeper());
  }

  String sweep(OutboxSweeper sweeper) {
    return invoke(sweeper, "{}", Duration.ofMinutes(2));
  }

  private String invoke(RequestStreamHandler handler, String event, Duration timeLeft) {
    return answer(handler, event, new TestContext(clock, timeLeft));
  }

  /** Returns what a function writes about an event. */
  static String answer(RequestStreamHandler handler, String event, Context context) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      handler.handleRequest(
          new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }

  void refuses(String url, int status, String code) {
    queue.refuses(url, clock, status, code);
  }
}
