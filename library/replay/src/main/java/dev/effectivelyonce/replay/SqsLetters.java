package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.sqs.SourceQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * A queue of dead letters or of parked records in SQS.
 *
 * @param url where it is
 */
record SqsLetters(SqsClient client, String url) {
  private static final Logger LOG = LoggerFactory.getLogger(SqsLetters.class);
  private static final int ENTRY_LIMIT = 10;

  /** Returns the queue itself. */
  SourceQueue queue() {
    return queueOf(
        attributes(QueueAttributeName.QUEUE_ARN).getOrDefault(QueueAttributeName.QUEUE_ARN, ""));
  }

  List<DeadLetter> receive(int most, Duration hidden, Duration wait) {
    return SqsFaults.calling(
            "Receiving from " + url,
            () ->
                client.receiveMessage(
                    request ->
                        request
                            .queueUrl(url)
                            .maxNumberOfMessages(most)
                            .visibilityTimeout(Math.toIntExact(hidden.toSeconds()))
                            .waitTimeSeconds(Math.toIntExact(wait.toSeconds()))
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                            .messageAttributeNames("All")))
        .messages()
        .stream()
        .map(it -> DeadLetter.received(it, url.endsWith(".fifo")))
        .toList();
  }

  void delete(DeadLetter letter) {
    SqsFaults.calling(
        "Deleting from " + url,
        () ->
            client.deleteMessage(
                request -> request.queueUrl(url).receiptHandle(letter.receiptHandle())));
  }

  void hide(Collection<String> receiptHandles, Duration hidden) {
    List<String> all = List.copyOf(receiptHandles);
    for (int start = 0; start < all.size(); start += ENTRY_LIMIT) {
      List<String> some = all.subList(start, Math.min(start + ENTRY_LIMIT, all.size()));
      SqsFaults.calling(
              "Changing the visibility of messages in " + url,
              () ->
                  client.changeMessageVisibilityBatch(
                      request -> request.queueUrl(url).entries(entries(some, hidden))))
          .failed()
          // The message was visible already, or is gone.
          .forEach(error -> LOG.debug("A visibility was not changed: {}", error.code()));
    }
  }

  long depth() {
    return attributes(
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED)
        .values()
        .stream()
        .mapToLong(Long::parseLong)
        .sum();
  }

  Map<QueueAttributeName, String> attributes(QueueAttributeName... names) {
    return SqsFaults.calling(
            "Asking for the attributes of " + url,
            () -> client.getQueueAttributes(request -> request.queueUrl(url).attributeNames(names)))
        .attributes();
  }

  static SourceQueue queueOf(String arn) {
    String[] parts = arn.split(":", -1);
    if (parts.length != 6) {
      throw new ConfigurationException(
          "The queue has the ARN \"" + arn + "\"", "Name a queue of SQS");
    }
    return new SourceQueue(arn, parts[4], parts[5]);
  }

  private static List<ChangeMessageVisibilityBatchRequestEntry> entries(
      List<String> receiptHandles, Duration hidden) {
    return IntStream.range(0, receiptHandles.size())
        .mapToObj(
            index ->
                ChangeMessageVisibilityBatchRequestEntry.builder()
                    .id(Integer.toString(index))
                    .receiptHandle(receiptHandles.get(index))
                    .visibilityTimeout(Math.toIntExact(hidden.toSeconds()))
                    .build())
        .toList();
  }
}
