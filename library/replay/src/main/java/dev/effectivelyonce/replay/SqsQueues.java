package dev.effectivelyonce.replay;

import dev.effectivelyonce.replay.Candidate.Origin;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A source queue and its dead-letter queue in SQS. */
final class SqsQueues extends SqsPair {
  private static final Logger LOG = LoggerFactory.getLogger(SqsQueues.class);

  private final SqsClient client;
  private final String sourceUrl;

  SqsQueues(SqsClient client, ReplayQueue queue) {
    super(new SqsLetters(client, queue.deadLetterUrl()));
    this.client = client;
    this.sourceUrl = queue.sourceUrl();
  }

  @Override
  public Facts facts() {
    Map<QueueAttributeName, String> source =
        new SqsLetters(client, sourceUrl)
            .attributes(QueueAttributeName.QUEUE_ARN, QueueAttributeName.MESSAGE_RETENTION_PERIOD);
    String arn = source.getOrDefault(QueueAttributeName.QUEUE_ARN, "");
    long retentionSeconds =
        Long.parseLong(source.getOrDefault(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "345600"));
    return new Facts(SqsLetters.queueOf(arn), Duration.ofSeconds(retentionSeconds), unmarked());
  }

  @Override
  public String send(DeadLetter letter) {
    return SqsFaults.calling(
            "Sending to " + sourceUrl, () -> client.sendMessage(MessageCopy.to(sourceUrl, letter)))
        .messageId();
  }

  /**
   * Returns the origin of dead letters for which SQS names no queue: someone sent them by hand, or
   * an emulator leaves it out. They are ours only if this dead-letter queue belongs to our queue
   * and no other. A dead-letter queue of no queue may be a working queue, named by mistake.
   */
  private Origin unmarked() {
    try {
      ListDeadLetterSourceQueuesResponse sources =
          client.listDeadLetterSourceQueues(request -> request.queueUrl(letters.url()));
      boolean isOursAlone =
          sources.nextToken() == null
              && !sources.queueUrls().isEmpty()
              && sources.queueUrls().stream().allMatch(url -> name(url).equals(name(sourceUrl)));
      return isOursAlone ? Origin.OURS : Origin.OTHER;
    } catch (RuntimeException e) {
      LOG.warn("The source queues of {} are not known; only marked ones count", letters.url(), e);
      return Origin.OTHER;
    }
  }

  private static String name(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
