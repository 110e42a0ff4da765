package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.system.LocalSystem;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** The test stack's queues. */
final class Queues {
  private final LocalSystem system;

  Queues(LocalSystem system) {
    this.system = system;
  }

  /** Sends in one request, so that one receive can get them all. */
  void send(String... bodies) {
    system
        .sqs()
        .sendMessageBatch(
            it ->
                it.queueUrl(system.output("QueueUrl"))
                    .entries(
                        IntStream.range(0, bodies.length)
                            .mapToObj(at -> entry(at, bodies[at]))
                            .toList()));
  }

  void sendToGroup(String group, String... bodies) {
    for (String body : bodies) {
      system
          .sqs()
          .sendMessage(
              it ->
                  it.queueUrl(system.output("QueueUrl"))
                      .messageBody(body)
                      .messageGroupId(group)
                      .messageDeduplicationId(body));
    }
  }

  boolean sourceIsEmpty() {
    var counts =
        system
            .sqs()
            .getQueueAttributes(
                it ->
                    it.queueUrl(system.output("QueueUrl"))
                        .attributeNames(
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
            .attributes();
    return counts.values().stream().allMatch("0"::equals);
  }

  /** What is in the dead-letter queue and visible there. */
  List<String> dead() {
    return system
        .sqs()
        .receiveMessage(
            it ->
                it.queueUrl(system.output("DeadLetterQueueUrl"))
                    .maxNumberOfMessages(10)
                    .visibilityTimeout(0))
        .messages()
        .stream()
        .map(Message::body)
        .toList();
  }

  private static SendMessageBatchRequestEntry entry(int at, String body) {
    return SendMessageBatchRequestEntry.builder().id("m" + at).messageBody(body).build();
  }
}
