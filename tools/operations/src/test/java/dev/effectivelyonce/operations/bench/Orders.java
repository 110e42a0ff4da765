package dev.effectivelyonce.operations.bench;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.OperatorContextSettings;
import dev.effectivelyonce.operations.aws.Connection;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.config.ConfigFile;
import dev.effectivelyonce.sqs.LocalSqs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A consumer "orders" with a table and queues of its own, and its configuration in a folder. */
public class Orders {
  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  public static final Instant LATER = NOW.plusSeconds(60);

  /** A minute after {@link #NOW}, for ever. */
  public static final Clock STILL = Clock.fixed(LATER, ZoneOffset.UTC);

  public static final Duration RETENTION = Duration.ofDays(19);
  public static final ErrorSummary WHY = new ErrorSummary("com.example.CardDeclined at Pay.run:7");

  public final String table;
  public final String queue;
  private final Path directory;
  private final Clock clock;

  /** Records and queues at the time of a clock. */
  public Orders(Path directory, Clock clock) {
    this.table = LocalDynamoDb.newTable();
    this.queue = LocalAws.queue(Map.of());
    this.directory = directory;
    this.clock = clock;
    config(Listing.FAILED_AND_HELD, "\"retention\":\"P19D\",");
  }

  /** Opens what operations work with, against the engines. */
  public final OperatorContext context() {
    return context(LocalAws.sqsEndpoint(), LocalAws.dynamoDbEndpoint());
  }

  /** Opens what operations work with, against what stands before the engines. */
  public final OperatorContext context(URI sqs, URI dynamoDb) {
    return context(Map.of(Service.SQS, sqs, Service.DYNAMODB, dynamoDb));
  }

  /** Opens what operations work with, against these services. */
  public final OperatorContext context(Map<Service, URI> endpoints) {
    return context(endpoints, platform());
  }

  /** Opens what operations work with, against these services and on this platform. */
  public final OperatorContext context(Map<Service, URI> endpoints, Platform on) {
    Connection connection = new Connection(endpoints, Optional.empty(), Optional.empty());
    return OperatorContext.open(
        new OperatorContextSettings(
            directory.resolve(ConfigFile.DEFAULT_NAME),
            Optional.empty(),
            Optional.empty(),
            connection),
        on);
  }

  /** The URL of its dead-letter queue. */
  public final String deadLetters() {
    return url(queue + "-dead");
  }

  /** The URL of a queue. */
  public final String url(String name) {
    return LocalAws.sqsEndpoint() + "/" + LocalSqs.ACCOUNT + "/" + name;
  }

  /** The body of an order's message. */
  public static String body(String key) {
    return "{\"orderId\":\"%s\",\"customerId\":\"C-1\",\"totalCents\":1250}".formatted(key);
  }

  /** Puts a message into the dead-letter queue, and returns its id. */
  public final String sendDead(String body) {
    return send(deadLetters(), body, Map.of());
  }

  /** Puts messages of so many orders into the dead-letter queue, and returns the first's id. */
  public final String sendDead(int count) {
    return IntStream.range(0, count).mapToObj(i -> sendDead(body("O-" + i))).toList().getFirst();
  }

  /** Puts a message with attributes into a queue, and returns its id. */
  public static String send(String url, String body, Map<String, String> attributes) {
    Map<String, MessageAttributeValue> values = new HashMap<>();
    attributes.forEach(
        (name, value) ->
            values.put(
                name,
                MessageAttributeValue.builder().dataType("String").stringValue(value).build()));
    return LocalAws.sqs()
        .sendMessage(it -> it.queueUrl(url).messageBody(body).messageAttributes(values))
        .messageId();
  }

  /** The bodies of all messages that a queue shows. */
  public final List<String> bodies(String url) {
    List<Message> all = new ArrayList<>();
    for (List<Message> some = received(url); !some.isEmpty(); some = received(url)) {
      all.addAll(some);
    }
    for (Message message : all) {
      String receipt = message.receiptHandle();
      LocalAws.sqs()
          .changeMessageVisibility(
              it -> it.queueUrl(url).receiptHandle(receipt).visibilityTimeout(0));
    }
    return all.stream().map(Message::body).toList();
  }

  private List<Message> received(String url) {
    return LocalAws.sqs()
        .receiveMessage(
            request -> request.queueUrl(url).maxNumberOfMessages(10).visibilityTimeout(60))
        .messages();
  }

  public final SqsClient sqs() {
    return LocalAws.sqs();
  }

  /** The folder of its configuration. */
  public final Path directory() {
    return directory;
  }

  /** The platform of this machine, at the time of the clock; nothing waits where that is still. */
  protected final Platform platform() {
    Platform system = Platform.system();
    Platform.Pause pause = clock.equals(STILL) ? duration -> {} : system.pause();
    return new Platform(clock, system.owners(), system.random(), pause);
  }

  /** From now on queue and table are as the doctor wants them. */
  public final void keepRules() {
    LocalAws.sqs()
        .setQueueAttributes(
            request ->
                request
                    .queueUrl(url(queue))
                    .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "180")));
    LocalAws.dynamoDb()
        .updateTimeToLive(
            request ->
                request
                    .tableName(table)
                    .timeToLiveSpecification(it -> it.attributeName("expiration").enabled(true)));
  }

  /** From now on "orders" has no queue. */
  public final void isApi() {
    write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"orders\",\"table\":\"%s\"}]}".formatted(table));
  }

  public final void config(Listing listing, String retention) {
    write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",%s
        "fingerprint":["/customerId","/totalCents"],"listing":"%s"}]}
        """
            .formatted(queue, table, retention, listing));
  }

  /** A consumer of this queue. */
  public final void config(String queueUrl) {
    write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"%s\",\"table\":\"%s\",\"key\":\"/a\"}]}"
            .formatted(queueUrl, table));
  }

  public final Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public final DynamoDbStore store() {
    return new DynamoDbStore(LocalAws.dynamoDb(), table);
  }

  /** The record of a key, which has its parts between slashes and its scopes behind bars. */
  public static RecordId id(String key) {
    String[] scopes = key.split("\\|", -1);
    String[] parts = scopes[0].split("/", -1);
    BusinessKey business = BusinessKey.of(parts[0], Arrays.copyOfRange(parts, 1, parts.length));
    for (String scope : Arrays.asList(scopes).subList(1, scopes.length)) {
      business = business.inScope(scope);
    }
    return RecordId.of(new ConsumerName("orders"), business);
  }

  public final IdempotencyRecord claimed(String key) {
    return claimed(key, clock.instant().minusSeconds(60), Optional.empty());
  }

  public final IdempotencyRecord claimed(String key, Instant when, Optional<String> readable) {
    return written(store().claim(claim(key, when, readable)));
  }

  public static Claim claim(String key, Instant when, Optional<String> readable) {
    return new Claim(
            id(key),
            new AttemptId("owner-1"),
            when.plusSeconds(30),
            WriteTimestamp.of(when, RETENTION))
        .withFingerprint(Optional.of(Fingerprint.of("C-1", 1250)))
        .withReadableKey(readable);
  }

  public final IdempotencyRecord failed(String key) {
    return failed(claimed(key));
  }

  public final IdempotencyRecord held(String key) {
    return held(claimed(key));
  }

  private IdempotencyRecord held(IdempotencyRecord mine) {
    return written(store().hold(mine, WHY, mine.stamp()));
  }

  /** Held, with a step that is done and one in doubt. */
  public final IdempotencyRecord heldInStep(String key) {
    IdempotencyRecord mine = claimed(key);
    Step reserve = Step.unbegun("reserve", 1, 1).intendedBy(1);
    Step charge = Step.unbegun("charge", 2, 1).intendedBy(1);
    StoredResult secret = new StoredResult.Text("{\"secret\":1}");
    return held(noted(noted(mine, reserve.done(secret)), charge));
  }

  private IdempotencyRecord noted(IdempotencyRecord mine, Step step) {
    return written(store().note(mine, step, mine.stamp()));
  }

  /** Claimed, with a step that is done. */
  private IdempotencyRecord begun(String key, Instant when) {
    return noted(
        claimed(key, when, Optional.empty()),
        Step.unbegun("charge", 1, 1).done(StoredResult.none()));
  }

  /** Released half way: a step is done. */
  public final IdempotencyRecord halfDone(String key, Instant when) {
    IdempotencyRecord begun = begun(key, when);
    return written(store().release(begun, WHY, begun.stamp()));
  }

  /** Failed for good after a step was done. */
  public final IdempotencyRecord halfDoneFailure(String key) {
    return failed(begun(key, clock.instant().minusSeconds(60)));
  }

  private IdempotencyRecord failed(IdempotencyRecord mine) {
    return written(store().fail(mine, WHY, mine.stamp()));
  }

  /** A saga that has undone what it did. */
  public final IdempotencyRecord undone(String key) {
    Step back = Step.unbegun(Step.SAGA_FAILED, 2, 1).failed(WHY);
    return failed(noted(begun(key, clock.instant().minusSeconds(60)), back));
  }

  /** A listed record that a later release has written. */
  public final RecordId ofLaterRelease(String key) {
    RecordId id = failed(key).id();
    LocalAws.dynamoDb()
        .updateItem(
            update ->
                update
                    .tableName(table)
                    .key(Map.of("id", AttributeValue.fromS(id.value())))
                    .updateExpression("SET #status = :status")
                    .expressionAttributeNames(Map.of("#status", "status"))
                    .expressionAttributeValues(Map.of(":status", AttributeValue.fromS("PAUSED"))));
    return id;
  }

  public final IdempotencyRecord completed(String key) {
    IdempotencyRecord mine = claimed(key);
    return written(store().complete(mine, new StoredResult.Text("{\"secret\":1}"), mine.stamp()));
  }

  public static IdempotencyRecord written(Object result) {
    return ((Written) result).record();
  }

  /** The text with what differs from run to run replaced. */
  public final String stable(String text) {
    return text.replace(LocalAws.sqsEndpoint().toString(), "http://SQS")
        .replace(LocalAws.dynamoDbEndpoint().toString(), "http://DYNAMODB")
        .replace(table, "TABLE")
        .replace(queue, "QUEUE")
        .replaceAll("\"sentAt\" : \"[^\"]+\"", "\"sentAt\" : \"SENT\"")
        .replaceAll("\"ageSeconds\" : -?[0-9]+", "\"ageSeconds\" : 0")
        .replaceAll("\"elapsedMillis\" : [0-9]+", "\"elapsedMillis\" : 0")
        .replaceAll("(?<=\"id\" : \")[0-9a-f-]{36}", "ENTRY")
        .replaceAll("(?<=\"messageId\" : \")[0-9a-f-]{36}", "MESSAGE-ID");
  }
}
