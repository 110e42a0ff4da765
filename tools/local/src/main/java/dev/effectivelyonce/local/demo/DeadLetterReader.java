package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Empties the dead-letter queues: a FIFO queue gives out no more of a group until it is deleted.
 */
final class DeadLetterReader {
  private static final int EMPTY_ANSWERS_NEEDED = 3;
  private static final int MOST_PER_CALL = 10;

  private final SqsClient sqs;
  private final StackResources stack;

  DeadLetterReader(StackResources stack) {
    this.sqs = stack.system().sqs();
    this.stack = stack;
  }

  List<Message> drain(DemoQueue queue) {
    return drain(sqs, stack.deadLetterQueueUrl(queue));
  }

  /** Empties a queue that nobody else reads. */
  static List<Message> drain(SqsClient sqs, String url) {
    List<Message> all = new ArrayList<>();
    int emptyAnswers = 0;
    while (emptyAnswers < EMPTY_ANSWERS_NEEDED) {
      List<Message> some = receive(sqs, url);
      emptyAnswers = some.isEmpty() ? emptyAnswers + 1 : 0;
      if (!some.isEmpty()) {
        delete(sqs, url, some);
        all.addAll(some);
      }
    }
    return all;
  }

  private static List<Message> receive(SqsClient sqs, String url) {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(url)
                    .maxNumberOfMessages(MOST_PER_CALL)
                    .waitTimeSeconds(0)
                    .messageAttributeNames("All"))
        .messages();
  }

  private static void delete(SqsClient sqs, String url, List<Message> messages) {
    List<DeleteMessageBatchRequestEntry> entries =
        messages.stream()
            .map(
                message ->
                    DeleteMessageBatchRequestEntry.builder()
                        .id(message.messageId())
                        .receiptHandle(message.receiptHandle())
                        .build())
            .toList();
    sqs.deleteMessageBatch(request -> request.queueUrl(url).entries(entries));
  }
}
