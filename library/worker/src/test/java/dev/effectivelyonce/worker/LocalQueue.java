package dev.effectivelyonce.worker;

import dev.effectivelyonce.sqs.LocalSqs;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * A queue of ElasticMQ with a dead-letter queue, both its own.
 *
 * @param url of the queue
 * @param letters the URL of its dead-letter queue
 */
record LocalQueue(String url, String letters) {
  static final int MAX_RECEIVES = 3;

  static SqsClient sqs() {
    return LocalSqs.client();
  }

  static LocalQueue standard() {
    return of("", Map.of(), MAX_RECEIVES);
  }

  /** Returns a queue whose messages come back soon, and many times. */
  static LocalQueue quick() {
    return of("", Map.of("VisibilityTimeout", "2"), 50);
  }

  static LocalQueue fifo() {
    return of(".fifo", Map.of("FifoQueue", "true"), MAX_RECEIVES);
  }

  private static LocalQueue of(String suffix, Map<String, String> kind, int receives) {
    String name = "orders-" + UUID.randomUUID();
    String letters = created(name + "-dead" + suffix, kind, Map.of());
    String policy =
        "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":%s}"
            .formatted(value(letters, QueueAttributeName.QUEUE_ARN), receives);
    return new LocalQueue(created(name + suffix, kind, Map.of("RedrivePolicy", policy)), letters);
  }

  static String created(String name, Map<String, String> kind, Map<String, String> more) {
    return sqs()
        .createQueue(
            request ->
                request
                    .queueName(name)
                    .attributesWithStrings(
                        Stream.of(kind, more)
                            .flatMap(map -> map.entrySet().stream())
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))))
        .queueUrl();
  }

  static String value(String url, QueueAttributeName name) {
    return sqs()
        .getQueueAttributes(request -> request.queueUrl(url).attributeNames(name))
        .attributes()
        .getOrDefault(name, "none");
  }

  /** Sends orders, each a body of its id. */
  void send(String... orders) {
    sendAll(List.of(orders));
  }

  void sendAll(List<String> orders) {
    for (String order : orders) {
      sqs().sendMessage(request -> request.queueUrl(url).messageBody(body(order)));
    }
  }

  /** Sends orders of one message group. */
  void sendTo(String group, String... orders) {
    for (String order : orders) {
      sqs()
          .sendMessage(
              request ->
                  request
                      .queueUrl(url)
                      .messageBody(body(order))
                      .messageGroupId(group)
                      .messageDeduplicationId(UUID.randomUUID().toString()));
    }
  }

  private static String body(String order) {
    return "{\"orderId\":\"" + order + "\"}";
  }

  /** Returns whether the queue holds nothing, visible or not. */
  boolean isEmpty() {
    return sqs()
        .getQueueAttributes(request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
        .attributesAsStrings()
        .entrySet()
        .stream()
        .filter(attribute -> attribute.getKey().startsWith("ApproximateNumberOfMessages"))
        .allMatch(attribute -> attribute.getValue().equals("0"));
  }

  /** Returns the receive counts of what is visible within a second, by body. */
  Map<String, String> visible() {
    return received(url);
  }

  /** Returns the same of the dead-letter queue. */
  Map<String, String> dead() {
    return received(letters);
  }

  private static Map<String, String> received(String url) {
    return sqs()
        .receiveMessage(
            request ->
                request
                    .queueUrl(url)
                    .maxNumberOfMessages(10)
                    .waitTimeSeconds(1)
                    .messageSystemAttributeNamesWithStrings("All"))
        .messages()
        .stream()
        .collect(
            Collectors.toMap(
                message -> message.body(),
                message -> message.attributesAsStrings().get("ApproximateReceiveCount")));
  }
}
