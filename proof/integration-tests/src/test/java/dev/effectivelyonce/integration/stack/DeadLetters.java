package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

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
    take();
    return List.copyOf(bodies);
  }

  /** What has ended here since this was last looked at. */
  public List<Message> take() {
    List<Message> taken = new ArrayList<>();
    List<Message> received = receive();
    while (!received.isEmpty()) {
      received.forEach(this::delete);
      taken.addAll(received);
      received = receive();
    }
    taken.forEach(message -> bodies.add(message.body()));
    return List.copyOf(taken);
  }

  /** Removes what other tests have left, also what a reader of theirs still hides. */
  public void empty() {
    Eventually.holds(
        "the dead-letter queue is empty",
        () -> {
          take();
          assertThat(queue.depth()).as("dead letters left").isZero();
        });
  }

  private void delete(Message message) {
    sqs.deleteMessage(
        delete -> delete.queueUrl(queue.url()).receiptHandle(message.receiptHandle()));
  }

  private List<Message> receive() {
    return sqs
        .receiveMessage(
            request ->
                request
                    .queueUrl(queue.url())
                    .maxNumberOfMessages(MOST_IN_A_CALL)
                    .messageSystemAttributeNames(MessageSystemAttributeName.MESSAGE_GROUP_ID)
                    .waitTimeSeconds(0))
        .messages()
        .stream()
        .map(it -> it.toBuilder().body(Json.compact(it.body())).build())
        .toList();
  }
}
