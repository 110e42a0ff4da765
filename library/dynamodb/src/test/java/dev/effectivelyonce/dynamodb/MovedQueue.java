package dev.effectivelyonce.dynamodb;

import static java.time.temporal.ChronoUnit.SECONDS;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsVisibility;
import dev.effectivelyonce.sqs.Visibility;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.elasticmq.StrictSQSLimits$;
import org.elasticmq.actor.QueueManagerActor;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.elasticmq.util.NowProvider;
import scala.Option;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A queue of ElasticMQ with its dead-letter queue, in time that is moved to the next moment at
 * which a message may be visible. Visibility goes by the clock given; the moment of sending alone
 * is the system's, so the clock starts a day ahead of it.
 */
final class MovedQueue implements AutoCloseable {
  static final Duration VISIBILITY_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration INVOCATION = VISIBILITY_TIMEOUT.dividedBy(6);

  /** What ElasticMQ takes for the time. */
  private static final class MovedTime extends NowProvider {
    private final ManualClock clock;

    MovedTime(ManualClock clock) {
      this.clock = clock;
    }

    @Override
    public long nowMillis() {
      return clock.millis();
    }

    @Override
    public OffsetDateTime now() {
      return clock.instant().atOffset(ZoneOffset.UTC);
    }
  }

  private final ManualClock clock;
  private final String name;
  private final ActorSystem actors = ActorSystem.create("elasticmq");
  private final SQSRestServer server;
  private final SqsClient client;
  private final String url;
  private final String deadLetterUrl;
  private final NavigableSet<Instant> moments = new TreeSet<>();

  /**
   * @param ending of the names: ".fifo", or nothing
   */
  MovedQueue(ManualClock clock, String ending, int maxReceiveCount) {
    clock.set(Instant.now().plus(Duration.ofDays(1)));
    this.clock = clock;
    this.name = "orders" + ending;
    this.server = server(actors, clock);
    this.client = client(server.waitUntilStarted().localAddress().getPort());
    String deadLetters = "orders-dead" + ending;
    this.deadLetterUrl = create(deadLetters, Map.of());
    this.url =
        create(
            name,
            Map.of(
                "VisibilityTimeout",
                Long.toString(VISIBILITY_TIMEOUT.toSeconds()),
                "RedrivePolicy",
                "{\"maxReceiveCount\":%s,\"deadLetterTargetArn\":\"%s\"}"
                    .formatted(maxReceiveCount, SqsRecord.arn(deadLetters))));
  }

  private static SQSRestServer server(ActorSystem actors, ManualClock clock) {
    ActorRef queues =
        actors.actorOf(
            Props.create(
                QueueManagerActor.class,
                () ->
                    new QueueManagerActor(
                        new MovedTime(clock), StrictSQSLimits$.MODULE$, Option.empty())));
    return SQSRestServerBuilder.withActorSystem(actors)
        .withQueueManagerActor(queues)
        .withInterface("127.0.0.1")
        .withDynamicPort()
        .withAWSRegion(SqsRecord.REGION)
        .withAWSAccountId(SqsRecord.ACCOUNT)
        .start();
  }

  private static SqsClient client(int port) {
    return SqsClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.of(SqsRecord.REGION))
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private String create(String queue, Map<String, String> attributes) {
    Map<String, String> all = new HashMap<>(attributes);
    if (queue.endsWith(".fifo")) {
      all.put("FifoQueue", "true");
    }
    return client.createQueue(it -> it.queueName(queue).attributesWithStrings(all)).queueUrl();
  }

  /** Sends to a standard queue. */
  void send(String body) {
    client.sendMessage(it -> it.queueUrl(url).messageBody(body));
  }

  /** Sends to a FIFO queue. */
  void send(String group, String body) {
    client.sendMessage(
        it ->
            it.queueUrl(url).messageBody(body).messageGroupId(group).messageDeduplicationId(body));
  }

  /** The real changes; when what they hide comes back is remembered. */
  Visibility visibility() {
    Visibility real = new SqsVisibility(() -> client, clock);
    return (changes, deadline) -> {
      real.change(changes, deadline);
      changes.forEach(it -> comesBackAfter(it.after().plusMillis(999).truncatedTo(SECONDS)));
    };
  }

  private void comesBackAfter(Duration hidden) {
    moments.add(clock.instant().plus(hidden));
  }

  /** Invokes the consumer whenever a message is visible, until none ever will be. */
  void play(SqsConsumer<?> consumer) {
    comesBackAfter(Duration.ZERO);
    while (!moments.isEmpty()) {
      Instant next = moments.removeFirst();
      clock.set(Collections.max(List.of(next, clock.instant())));
      for (List<Message> batch = receive(url); !batch.isEmpty(); batch = receive(url)) {
        comesBackAfter(VISIBILITY_TIMEOUT);
        invoke(consumer, batch);
      }
    }
  }

  /** What is acknowledged is deleted, as Lambda's poller does it. */
  private void invoke(SqsConsumer<?> consumer, List<Message> batch) {
    List<String> failed =
        consumer
            .handle(
                SqsEvents.of(batch.stream().map(this::record).toList()),
                new TestContext(clock, INVOCATION))
            .getBatchItemFailures()
            .stream()
            .map(BatchItemFailure::getItemIdentifier)
            .toList();
    batch.stream()
        .filter(message -> !failed.contains(message.messageId()))
        .forEach(
            message ->
                client.deleteMessage(
                    it -> it.queueUrl(url).receiptHandle(message.receiptHandle())));
  }

  private SqsRecord record(Message message) {
    Map<String, String> attributes = new HashMap<>();
    message.attributes().forEach((attribute, value) -> attributes.put(attribute.toString(), value));
    return SqsRecord.of(name, message.messageId())
        .receiptHandle(message.receiptHandle())
        .body(message.body())
        .with(record -> record.setAttributes(attributes));
  }

  private List<Message> receive(String from) {
    return client
        .receiveMessage(
            it ->
                it.queueUrl(from)
                    .maxNumberOfMessages(10)
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
        .messages();
  }

  /** The bodies of at most ten dead letters. */
  List<String> deadLetters() {
    return receive(deadLetterUrl).stream().map(Message::body).toList();
  }

  /** How many messages are in the queue, visible or not. */
  int depth() {
    return client
        .getQueueAttributes(
            it ->
                it.queueUrl(url)
                    .attributeNames(
                        APPROXIMATE_NUMBER_OF_MESSAGES, APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
        .attributes()
        .values()
        .stream()
        .mapToInt(Integer::parseInt)
        .sum();
  }

  @Override
  public void close() {
    client.close();
    server.stopAndWait();
    actors.terminate();
  }
}
