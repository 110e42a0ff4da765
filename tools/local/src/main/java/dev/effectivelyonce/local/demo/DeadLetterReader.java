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
    String url = stack.deadLetterQueueUrl(queue);
    List<Message> all = new ArrayList<>();
    int emptyAnswers = 0;
    while (emptyAnswers < EMPTY_ANSWERS_NEEDED) {
      List<Message> some = receive(url);
      emptyAnswers = some.isEmpty() ? emptyAnswers + 1 : 0;
      if (!some.isEmpty()) {
        delete(url, some);
        all.addAll(some);
      }
    }
    return all;
  }

  private List<Message> receive(String url) {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(url)
                    .maxNumberOfMessages(MOST_PER_CALL)
                    .waitTimeSeconds(0)
                    .messageAttributeNames("All"))
        .messages();
  }

  private void delete(String url, List<Message> messages) {
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
