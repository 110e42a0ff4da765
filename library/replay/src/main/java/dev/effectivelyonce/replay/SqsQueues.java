package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.replay.Candidate.Origin;
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
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesResponse;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The queues in SQS. */
final class SqsQueues implements QueuePair {
  private static final Logger LOG = LoggerFactory.getLogger(SqsQueues.class);
  private static final int ENTRY_LIMIT = 10;

  private final SqsClient client;
  private final String sourceUrl;
  private final String deadLetterUrl;

  SqsQueues(SqsClient client, ReplayQueue queue) {
    this.client = client;
    this.sourceUrl = queue.sourceUrl();
    this.deadLetterUrl = queue.deadLetterUrl();
  }

  @Override
  public Facts facts() {
    Map<QueueAttributeName, String> source =
        attributes(
            sourceUrl, QueueAttributeName.QUEUE_ARN, QueueAttributeName.MESSAGE_RETENTION_PERIOD);
    String arn = source.getOrDefault(QueueAttributeName.QUEUE_ARN, "");
    long retentionSeconds =
        Long.parseLong(source.getOrDefault(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "345600"));
    return new Facts(queueOf(arn), Duration.ofSeconds(retentionSeconds), unmarked());
  }

  @Override
  public List<DeadLetter> receive(int most, Duration hidden, Duration wait) {
    return SqsFaults.calling(
            "Receiving from " + deadLetterUrl,
            () ->
                client.receiveMessage(
                    request ->
                        request
                            .queueUrl(deadLetterUrl)
                            .maxNumberOfMessages(most)
                            .visibilityTimeout(Math.toIntExact(hidden.toSeconds()))
                            .waitTimeSeconds(Math.toIntExact(wait.toSeconds()))
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                            .messageAttributeNames("All")))
        .messages()
        .stream()
        .map(DeadLetter::new)
        .toList();
  }

  @Override
  public String send(DeadLetter letter) {
    return SqsFaults.calling(
            "Sending to " + sourceUrl, () -> client.sendMessage(MessageCopy.to(sourceUrl, letter)))
        .messageId();
  }

  @Override
  public void delete(DeadLetter letter) {
    SqsFaults.calling(
        "Deleting from " + deadLetterUrl,
        () ->
            client.deleteMessage(
                request -> request.queueUrl(deadLetterUrl).receiptHandle(letter.receiptHandle())));
  }

  @Override
  public void hide(Collection<String> receiptHandles, Duration hidden) {
    List<String> all = List.copyOf(receiptHandles);
    for (int start = 0; start < all.size(); start += ENTRY_LIMIT) {
      List<String> some = all.subList(start, Math.min(start + ENTRY_LIMIT, all.size()));
      SqsFaults.calling(
              "Changing the visibility of messages in " + deadLetterUrl,
              () ->
                  client.changeMessageVisibilityBatch(
                      request -> request.queueUrl(deadLetterUrl).entries(entries(some, hidden))))
          .failed()
          // The message was visible already, or is gone.
          .forEach(error -> LOG.debug("A visibility was not changed: {}", error.code()));
    }
  }

  @Override
  public long depth() {
    return attributes(
            deadLetterUrl,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED)
        .values()
        .stream()
        .mapToLong(Long::parseLong)
        .sum();
  }

  /**
   * Returns the origin of dead letters for which SQS names no queue: someone sent them by hand, or
   * an emulator leaves it out. They are ours only if this dead-letter queue belongs to our queue
   * and no other. A dead-letter queue of no queue may be a working queue, named by mistake.
   */
  private Origin unmarked() {
    try {
      ListDeadLetterSourceQueuesResponse sources =
          client.listDeadLetterSourceQueues(request -> request.queueUrl(deadLetterUrl));
      boolean isOursAlone =
          sources.nextToken() == null
              && !sources.queueUrls().isEmpty()
              && sources.queueUrls().stream().allMatch(url -> name(url).equals(name(sourceUrl)));
      return isOursAlone ? Origin.OURS : Origin.OTHER;
    } catch (RuntimeException e) {
      LOG.warn("The source queues of {} are not known; only marked ones count", deadLetterUrl, e);
      return Origin.OTHER;
    }
  }

  private Map<QueueAttributeName, String> attributes(String url, QueueAttributeName... names) {
    return SqsFaults.calling(
            "Asking for the attributes of " + url,
            () -> client.getQueueAttributes(request -> request.queueUrl(url).attributeNames(names)))
        .attributes();
  }

  private static SourceQueue queueOf(String arn) {
    String[] parts = arn.split(":", -1);
    if (parts.length != 6) {
      throw new ConfigurationException(
          "The source queue has the ARN \"" + arn + "\"", "Name a queue of SQS");
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

  private static String name(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
