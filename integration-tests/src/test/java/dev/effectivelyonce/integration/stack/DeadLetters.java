package dev.effectivelyonce.integration.stack;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** What ended in a dead-letter queue: read, taken out, and remembered. Safe for many threads. */
public final class DeadLetters {
  private static final int MOST_IN_A_CALL = 10;

  private final SqsClient sqs;
  private final Queue queue;
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  DeadLetters(SqsClient sqs, Queue queue) {
    this.sqs = sqs;
    this.queue = queue;
  }

  /** The queue itself, which this leaves alone until {@link #bodies} is asked for. */
  public Queue queue() {
    return queue;
  }

  /** The bodies of all that has ended here so far. */
  public List<String> bodies() {
    List<Message> received = receive();
    while (!received.isEmpty()) {
      for (Message message : received) {
        bodies.add(message.body());
        sqs.deleteMessage(
            delete -> delete.queueUrl(queue.url()).receiptHandle(message.receiptHandle()));
      }
      received = receive();
    }
    return List.copyOf(bodies);
  }

  private List<Message> receive() {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(queue.url())
                    .maxNumberOfMessages(MOST_IN_A_CALL)
                    .waitTimeSeconds(0))
        .messages();
  }
}
