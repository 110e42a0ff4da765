package dev.effectivelyonce.replay;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;
import dev.effectivelyonce.streams.TableChange;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Consumers of clicks that park in a queue of ElasticMQ, and the replay of what they parked. */
final class ParkedBench {
  /** What the consumers read. */
  record Click(String id, int cents) {}

  static final String STREAM = "arn:aws:kinesis:eu-central-1:123456789012:stream/clicks";
  static final String FUNCTION = "clicks:live";
  static final Duration RETENTION = Duration.ofDays(19);
  private static final ConsumerName CLICKS = new ConsumerName("clicks");

  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final String url;

  /** What the handler answers to a click; else it is completed. */
  final Map<String, Supplier<HandlerResult>> answers = new ConcurrentHashMap<>();

  /** The ids for which the handler ran, in their order. */
  final List<String> ran = new CopyOnWriteArrayList<>();

  /** The events with which the function was invoked by a replay. */
  final List<String> invoked = new CopyOnWriteArrayList<>();

  Duration timeout = Duration.ofSeconds(30);
  private RequestStreamHandler function;

  ParkedBench() {
    this("");
  }

  /**
   * @param ending {@code .fifo} for a FIFO parking queue
   */
  ParkedBench(String ending) {
    this.url = LiveQueues.newQueue(ending);
    this.function = kinesis();
  }

  StreamConsumer<Click> kinesis() {
    return around(
            StreamConsumer.of(
                StreamIdentity.ofKinesis("clicks", Click.class, StreamKey.of("id", Click::id))
                    .fingerprint(it -> Fingerprint.of(it.cents()))))
        .handler((click, delivery) -> answered(click.id()))
        .build();
  }

  void ofTable() {
    function =
        around(
                StreamConsumer.of(
                    StreamIdentity.ofTable(
                        "clicks",
                        Click.class,
                        StreamKey.<TableChange<Click>>of("id", it -> it.keys().get("id")))))
            .handler((change, delivery) -> answered(change.after().orElseThrow().id()))
            .build();
  }

  void ofKafka() {
    function =
        around(
                KafkaConsumer.of(
                    KafkaIdentity.of("clicks", Click.class, KafkaKey.of("id", Click::id))
                        .topics("clicks")))
            .handler(
                (click, delivery) ->
                    delivery.record().headers("tenant").size() == 2
                        ? answered(click.id())
                        : HandlerResult.fail("Headers are missing"))
            .build();
  }

  private <B extends ParkingConsumerBuilder<B, ?>> B around(B builder) {
    return builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(RETENTION)
        .parking(
            new SqsParking(
                LiveQueues::client, Clock.systemUTC(), url, SqsParking.MAX_MESSAGE_BYTES));
  }

  private HandlerResult answered(String id) {
    ran.add(id);
    return answers.getOrDefault(id, HandlerResult::completed).get();
  }

  /** The event source mapping hands a batch over. */
  String deliver(String event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      function.handleRequest(
          new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
          out,
          new TestContext(Clock.systemUTC(), timeout));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Clicks of these ids fail for good, one after the other in one shard, and are parked. */
  void parked(String... ids) {
    parkedIn("shardId-1", ids);
  }

  /** The same in another shard. */
  void parkedIn(String shard, String... ids) {
    for (int i = 0; i < ids.length; i++) {
      answers.put(ids[i], () -> HandlerResult.fail("No such customer"));
      deliver(kinesis(click(shard, 98 + i, ids[i])));
      answers.remove(ids[i]);
    }
    ran.clear();
  }

  ReplayReport replay() {
    return replay(ReplayRequest.everything());
  }

  /** Replays everything, and returns how often it decided what. */
  Map<String, Integer> decisions() {
    return replay().counts().decisions();
  }

  ReplayReport replay(ReplayRequest request) {
    return replay(request, Platform.system());
  }

  ReplayReport replay(ReplayRequest request, Platform platform) {
    return replay(request, this::invoke, platform, Optional.empty());
  }

  /** Replays everything to what stands for the consumers' function. */
  ReplayReport replay(FunctionInvoker functions) {
    return replay(ReplayRequest.everything(), functions, Platform.system(), Optional.empty());
  }

  /** Replays everything to a function that answers this, whatever it is invoked with. */
  ReplayReport replay(String answer) {
    return replay(
        (function, event, within) -> {
          invoked.add(event);
          return answer;
        });
  }

  ReplayReport replay(
      ReplayRequest request,
      FunctionInvoker functions,
      Platform platform,
      Optional<Instant> deadline) {
    return Replay.ofParked(LiveQueues.client(), functions, store, queue(), platform)
        .run(request, deadline, ReplayListener.NONE);
  }

  ParkingQueue queue() {
    return new ParkingQueue(CLICKS, url, FUNCTION, RETENTION);
  }

  String invoke(String name, String event, Duration within) {
    invoked.add(event);
    return deliver(event);
  }

  /** How many records are in the parking queue; what waits there stays. */
  int depth() {
    return LiveQueues.depth(url);
  }

  /** Takes out what is left in the parking queue. */
  List<Message> drained() {
    return LiveQueues.drain(url);
  }

  Optional<Status> status(String id) {
    return memory.find(id(id)).map(IdempotencyRecord::status);
  }

  static RecordId id(String id) {
    return RecordId.of(CLICKS, BusinessKey.of(id));
  }

  /** Puts a message into the parking queue by hand. */
  void put(String body, Map<String, String> attributes) {
    Map<String, MessageAttributeValue> values = new ConcurrentHashMap<>();
    attributes.forEach(
        (name, value) ->
            values.put(
                name,
                MessageAttributeValue.builder().dataType("String").stringValue(value).build()));
    LiveQueues.client()
        .sendMessage(it -> it.queueUrl(url).messageBody(body).messageAttributes(values));
  }

  /** Takes out what is in the queue, and puts it back the other way round, without attributes. */
  void rewritten(String... removed) {
    for (Message message : LiveQueues.drain(url).reversed()) {
      Map<String, MessageAttributeValue> kept =
          new ConcurrentHashMap<>(message.messageAttributes());
      List.of(removed).forEach(kept::remove);
      LiveQueues.client()
          .sendMessage(it -> it.queueUrl(url).messageBody(message.body()).messageAttributes(kept));
    }
  }

  /** Returns answers that no consumer gives, and further ones that one of this source does not. */
  static List<String> answersOfOtherFunctions(String... ofThisSource) {
    return Stream.concat(
            Stream.of(
                "null",
                "",
                "{}",
                "[]",
                "\"OK\"",
                "OK",
                "{\"errorMessage\":\"No\",\"errorType\":\"java.lang.IllegalStateException\"}"),
            Stream.of(ofThisSource))
        .toList();
  }

  static String kinesis(String... records) {
    return "{\"Records\":[" + String.join(",", records) + "]}";
  }

  static String click(String shard, int sequence, String id) {
    return record(shard, sequence, "{\"id\":\"%s\",\"cents\":1}".formatted(id));
  }

  static String record(String shard, int sequence, String data) {
    return """
    {"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"c-1","sequenceNumber":"%s",
      "data":"%s","approximateArrivalTimestamp":1545084650.987},
     "eventSource":"aws:kinesis","eventVersion":"1.0","eventID":"%s:%s",
     "eventName":"aws:kinesis:record","awsRegion":"eu-central-1","eventSourceARN":"%s"}
    """
        .formatted(sequence, base64(data), shard, sequence, STREAM);
  }

  static String change(int sequence, String id) {
    return """
    {"eventID":"e%s","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",
     "awsRegion":"eu-central-1","dynamodb":{"Keys":{"id":{"S":"%s"}},
       "NewImage":{"id":{"S":"%s"},"cents":{"N":"1"}},"SequenceNumber":"%s",
       "SizeBytes":26,"StreamViewType":"NEW_AND_OLD_IMAGES"},
     "eventSourceARN":"arn:aws:dynamodb:eu-central-1:123456789012:table/Clicks/stream/2026"}
    """
        .formatted(sequence, id, id, sequence);
  }

  /**
   * An event of Kafka with one record and two values of a header.
   *
   * @param cluster the members that name it
   */
  static String kafka(String cluster, int offset, String id) {
    return """
    {%s,"records":{"clicks-3":[{"topic":"clicks","partition":3,"offset":%s,
      "timestamp":1545084650987,"timestampType":"CREATE_TIME","key":"%s","value":"%s",
      "headers":[{"tenant":[97]},{"tenant":[98]}]}]}}
    """
        .formatted(
            cluster,
            offset,
            base64("order-1"),
            base64("{\"id\":\"%s\",\"cents\":1}".formatted(id)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
