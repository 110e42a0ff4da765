package dev.effectivelyonce.worker;

import dev.effectivelyonce.sqs.SqsConsumer.Terms;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * The queue that a worker receives from.
 *
 * @param longPoll how long SQS waits for a message before it answers without one
 * @param end what becomes of the client when the worker has ended
 */
record WorkerQueue(SqsClient sqs, String url, Duration longPoll, Consumer<SqsClient> end) {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerQueue.class);

  SourceFacts facts(Terms consumer) {
    return SourceFacts.of(sqs, url, consumer);
  }

  /**
   * Waits for messages.
   *
   * @param id the same for the next try after a receive without an answer, by which a FIFO queue
   *     gives the same messages again
   */
  List<Message> receive(int most, Duration hidden, String id) {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(url)
                    .maxNumberOfMessages(most)
                    .waitTimeSeconds(Math.toIntExact(longPoll.toSeconds()))
                    .visibilityTimeout(Math.toIntExact(hidden.plusMillis(999).toSeconds()))
                    .receiveRequestAttemptId(url.endsWith(".fifo") ? id : null)
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                    .messageAttributeNames("All"))
        .messages();
  }

  /** Makes messages visible at once. If SQS can't be reached, they come back in their own time. */
  void giveBack(List<Message> messages) {
    try {
      sqs.changeMessageVisibilityBatch(
          request ->
              request
                  .queueUrl(url)
                  .entries(
                      IntStream.range(0, messages.size())
                          .mapToObj(
                              index ->
                                  ChangeMessageVisibilityBatchRequestEntry.builder()
                                      .id(Integer.toString(index))
                                      .receiptHandle(messages.get(index).receiptHandle())
                                      .visibilityTimeout(0)
                                      .build())
                          .toList()));
    } catch (SdkException e) {
      LOG.warn("{} messages were not given back; they come back later", messages.size(), e);
    }
  }

  void close() {
    end.accept(sqs);
  }
}
