package dev.effectivelyonce.sqs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * Changes visibilities through SQS, up to ten per call. The client is created at the first failure,
 * because most environments never need it. Needs {@code sqs:GetQueueUrl} and {@code
 * sqs:ChangeMessageVisibility}.
 */
public final class SqsVisibility implements Visibility {
  private static final Logger LOG = LoggerFactory.getLogger(SqsVisibility.class);
  private static final int ENTRY_LIMIT = 10;

  /** The longest time for a call: a change is worth no more of an invocation's time. */
  private static final Duration CALL_LIMIT = Duration.ofMillis(1500);

  private final Supplier<SqsClient> client;
  private final CallTime time;
  private final Map<String, String> queueUrls = new ConcurrentHashMap<>();

  /**
   * @param client supplies the client; called for the first change and perhaps again, by many
   *     threads, so return the same client each time
   * @param clock the consumer's clock, on which the deadline is based
   */
  public SqsVisibility(Supplier<SqsClient> client, Clock clock) {
    this.client = client;
    this.time = new CallTime(clock);
  }

  @Override
  public void change(List<Change> changes, Instant deadline) {
    changes.stream()
        .collect(Collectors.groupingBy(Change::source))
        .forEach((source, ofQueue) -> changeAll(source, ofQueue, deadline));
  }

  private void changeAll(SourceQueue source, List<Change> changes, Instant deadline) {
    for (int start = 0; start < changes.size(); start += ENTRY_LIMIT) {
      int end = Math.min(start + ENTRY_LIMIT, changes.size());
      try {
        send(source, changes.subList(start, end), deadline);
      } catch (SdkException e) {
        LOG.warn(
            "Visibility of {} messages in {} was not changed; they come back at the queue's own"
                + " time",
            changes.size() - start,
            source.name(),
            e);
        // A fault of one call is likely to be that of the next, and each would cost its timeout.
        return;
      }
    }
  }

  private void send(SourceQueue source, List<Change> changes, Instant deadline) {
    String url = queueUrl(source, deadline);
    Duration timeout = time.until(deadline, CALL_LIMIT);
    client
        .get()
        .changeMessageVisibilityBatch(
            request ->
                request
                    .queueUrl(url)
                    .entries(entries(changes))
                    .overrideConfiguration(override -> override.apiCallTimeout(timeout)))
        .failed()
        .forEach(
            error -> LOG.info("Visibility of a message in {}: {}", source.name(), error.code()));
  }

  private static List<ChangeMessageVisibilityBatchRequestEntry> entries(List<Change> changes) {
    return IntStream.range(0, changes.size())
        .mapToObj(
            index ->
                ChangeMessageVisibilityBatchRequestEntry.builder()
                    .id(Integer.toString(index))
                    .receiptHandle(changes.get(index).receiptHandle())
                    .visibilityTimeout(wholeSeconds(changes.get(index).after()))
                    .build())
        .toList();
  }

  private static int wholeSeconds(Duration after) {
    return Math.toIntExact(after.plusMillis(999).toSeconds());
  }

  /** Returns the URL that SQS gives; it differs by partition, and locally. */
  private String queueUrl(SourceQueue source, Instant deadline) {
    return queueUrls.computeIfAbsent(
        source.arn(), arn -> askForUrl(source, time.until(deadline, CALL_LIMIT)));
  }

  private String askForUrl(SourceQueue source, Duration timeout) {
    return client
        .get()
        .getQueueUrl(
            request ->
                request
                    .queueName(source.name())
                    .queueOwnerAWSAccountId(source.account())
                    .overrideConfiguration(override -> override.apiCallTimeout(timeout)))
        .queueUrl();
  }
}
