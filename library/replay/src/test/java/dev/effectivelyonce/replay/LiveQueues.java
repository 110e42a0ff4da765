package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.LocalSqs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Queues of ElasticMQ. */
final class LiveQueues {
  /**
   * A source queue, whose messages are dead letters after one receive, and its dead-letter queue.
   */
  record Pair(String sourceUrl, String deadLetterUrl) {
    ReplayQueue queue() {
      return new ReplayQueue(ReplayBench.ORDERS, sourceUrl, deadLetterUrl, ReplayBench.RETENTION);
    }

    /** Replays everything. */
    ReplayReport replay(IdempotencyStore store) {
      return Replay.of(client(), store, queue(), Platform.system())
          .run(ReplayRequest.everything(), Optional.empty(), ReplayListener.NONE);
    }
  }

  private static final AtomicInteger NAMES = new AtomicInteger();

  private LiveQueues() {}

  static SqsClient client() {
    return LocalSqs.client();
  }

  static Pair standard() {
    return pair("");
  }

  /** Another source queue with the same dead-letter queue. */
  static Pair sharing(Pair other) {
    String url = other.deadLetterUrl();
    return new Pair(
        source("also-" + NAMES.incrementAndGet(), url.substring(url.lastIndexOf('/') + 1)), url);
  }

  /** Receives every message of the source queue once too often. */
  static void deadLetterAll(Pair pair) {
    // A receive that moves messages may show none, though there are more.
    while (depth(pair.sourceUrl()) > 0) {
      receive(pair.sourceUrl(), Duration.ZERO);
    }
  }

  /** Receives and deletes everything that there is. */
  static List<Message> drain(String url) {
    List<Message> all = new ArrayList<>();
    for (List<Message> some = receive(url, Duration.ofMinutes(1));
        !some.isEmpty();
        some = receive(url, Duration.ofMinutes(1))) {
      all.addAll(some);
      some.forEach(
          message ->
              client().deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle())));
    }
    return all;
  }

  static List<Message> receive(String url, Duration hidden) {
    return client()
        .receiveMessage(
            r ->
                r.queueUrl(url)
                    .maxNumberOfMessages(10)
                    .visibilityTimeout((int) hidden.toSeconds())
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                    .messageAttributeNames("All"))
        .messages();
  }

  /** Lets SQS move the dead letters to their source, and waits for the end. */
  static void redrive(Pair pair) throws InterruptedException {
    String url = pair.deadLetterUrl();
    String arn = LocalSqs.ARN + url.substring(url.lastIndexOf('/') + 1);
    client().startMessageMoveTask(r -> r.sourceArn(arn));
    while (isMoving(arn)) {
      Thread.sleep(Duration.ofMillis(10));
    }
  }

  private static boolean isMoving(String arn) {
    return client().listMessageMoveTasks(r -> r.sourceArn(arn)).results().stream()
        .anyMatch(task -> task.status().equals("RUNNING"));
  }

  static int depth(String url) {
    return Integer.parseInt(
        client()
            .getQueueAttributes(
                r ->
                    r.queueUrl(url)
                        .attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
            .attributes()
            .get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
  }

  /** A new pair: of FIFO queues if they end in {@code .fifo}. */
  static Pair pair(String ending) {
    String name = "orders-" + NAMES.incrementAndGet();
    String deadLetters = name + "-dead" + ending;
    String url = create(deadLetters, Map.of());
    return new Pair(source(name + ending, deadLetters), url);
  }

  private static String source(String name, String deadLetters) {
    return create(
        name,
        Map.of(
            "RedrivePolicy",
            "{\"maxReceiveCount\":1,\"deadLetterTargetArn\":\""
                + LocalSqs.ARN
                + deadLetters
                + "\"}"));
  }

  /** A queue by itself. */
  static String newQueue(String ending) {
    return create("queue-" + NAMES.incrementAndGet() + ending, Map.of());
  }

  private static String create(String name, Map<String, String> attributes) {
    Map<String, String> all = new HashMap<>(attributes);
    if (name.endsWith(".fifo")) {
      all.put("FifoQueue", "true");
    }
    return client().createQueue(r -> r.queueName(name).attributesWithStrings(all)).queueUrl();
  }
}
