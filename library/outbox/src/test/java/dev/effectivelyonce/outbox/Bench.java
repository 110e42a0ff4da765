package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** An outbox with a standard and a FIFO queue, and what its stream would tell. */
final class Bench {
  static final String STANDARD = "fulfilment";
  static final String FIFO = "ledger";
  static final Duration SWEPT_AFTER = Duration.ofMinutes(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  final ManualClock clock = new ManualClock();
  final FlakySqs sqs;
  final FlakyDynamoDb dynamoDb;
  final List<OutboxReport> reports = new ArrayList<>();
  private final LocalAws.Running aws;
  private final String table;
  private final Map<String, String> queues;
  private final List<String> records = new ArrayList<>();

  Bench(LocalAws.Running aws) {
    this.aws = aws;
    this.sqs = new FlakySqs(aws.sqs());
    this.dynamoDb = new FlakyDynamoDb(aws.dynamoDb());
    this.table = LocalDynamoDb.newOutbox();
    this.queues =
        Map.of(STANDARD, queue(Map.of(), ""), FIFO, queue(Map.of("FifoQueue", "true"), ".fifo"));
  }

  /** Commits a message; the stream will tell of it. Returns its id. */
  String commit(String event, OutgoingMessage outgoing) {
    OutboxMessage message = OutboxItem.message(put(event, outgoing));
    records.add(record("INSERT", message));
    return message.id();
  }

  /** Commits a message of which the stream never tells. */
  void commitUnseen(String event, OutgoingMessage outgoing) {
    put(event, outgoing);
  }

  private Map<String, AttributeValue> put(String event, OutgoingMessage outgoing) {
    ConsumerName orders = new ConsumerName("orders");
    BusinessKey key = BusinessKey.of(event);
    Attempt attempt = new Attempt(orders, key, new AttemptId("a"), 1, clock.instant());
    Put put =
        Put.builder().applyMutation(new Outbox(table, clock).message(attempt, outgoing)).build();
    aws.dynamoDb().putItem(it -> it.tableName(table).item(put.item()));
    return put.item();
  }

  private String record(String event, OutboxMessage message) {
    ObjectNode record = JSON.createObjectNode().put("eventName", event);
    ObjectNode change = record.putObject("dynamodb");
    change.put("ApproximateCreationDateTime", clock.instant().getEpochSecond());
    change.put("SequenceNumber", "s-" + (records.size() + 1));
    change.putObject("Keys").putObject("lane").put("S", message.lane());
    change.withObject("/Keys").putObject("id").put("S", message.id());
    return record.toString();
  }

  /** The batch that the stream has told of so far, to a process of the publisher. */
  List<String> publish() {
    JsonNode answer =
        invoke(
            new OutboxPublisher(settings(), clients(), clock, reports::add),
            "{\"Records\":[" + String.join(",", records) + "]}",
            Duration.ofSeconds(30));
    return answer.path("batchItemFailures").findValuesAsText("itemIdentifier");
  }

  JsonNode sweep() {
    return invoke(
        new OutboxSweeper(settings(), clients(), clock, reports::add), "{}", Duration.ofMinutes(1));
  }

  private JsonNode invoke(RequestStreamHandler handler, String event, Duration timeLeft) {
    try {
      return JSON.readTree(Rig.answer(handler, event, new TestContext(clock, timeLeft)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OutboxSettings settings() {
    return new OutboxSettings(
        table,
        Map.of(
            STANDARD, new Destination.Queue(url(STANDARD)),
            FIFO, new Destination.Queue(url(FIFO))),
        SWEPT_AFTER);
  }

  private OutboxClients clients() {
    return new OutboxClients(
        dynamoDb,
        () -> sqs,
        () -> {
          throw new AssertionError("There is no bus");
        });
  }

  /** The names of the messages that wait. */
  List<String> waiting() {
    return aws.dynamoDb().scan(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .map(OutboxItem::message)
        .sorted(Comparator.comparing(OutboxMessage::createdAt))
        .map(message -> message.outgoing().name())
        .toList();
  }

  /** Takes everything that a queue holds. */
  List<Message> drain(String destination) {
    List<Message> all = new ArrayList<>();
    for (List<Message> some = receive(destination); !some.isEmpty(); some = receive(destination)) {
      all.addAll(some);
    }
    return all;
  }

  static Map<String, String> attributes(Message message) {
    return message.messageAttributes().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().stringValue()));
  }

  List<String> bodies(String destination) {
    return drain(destination).stream().map(Message::body).toList();
  }

  private List<Message> receive(String destination) {
    String url = url(destination);
    List<Message> some =
        aws.sqs()
            .receiveMessage(
                request ->
                    request
                        .queueUrl(url)
                        .maxNumberOfMessages(10)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
            .messages();
    some.forEach(
        it -> aws.sqs().deleteMessage(r -> r.queueUrl(url).receiptHandle(it.receiptHandle())));
    return some;
  }

  private String url(String destination) {
    return Optional.ofNullable(queues.get(destination)).orElseThrow();
  }

  private String queue(Map<String, String> attributes, String ending) {
    String name = aws.name("queue") + ending;
    return aws.sqs()
        .createQueue(request -> request.queueName(name).attributesWithStrings(attributes))
        .queueUrl();
  }
}
