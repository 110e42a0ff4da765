package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.util.ArrayList;
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
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * Changes visibilities through SQS, ten in a call. The client is made at the first failure: most
 * environments never need it. Needs {@code sqs:GetQueueUrl} and {@code
 * sqs:ChangeMessageVisibility}.
 */
public final class SqsVisibility implements Visibility {
  private static final Logger LOG = LoggerFactory.getLogger(SqsVisibility.class);
  private static final int CALL_LIMIT = 10;

  private final Supplier<SqsClient> client;
  private final Map<String, String> queueUrls = new ConcurrentHashMap<>();

  /**
   * @param client called at the first change and perhaps again, by many threads: return the same
   *     client each time
   */
  public SqsVisibility(Supplier<SqsClient> client) {
    this.client = client;
  }

  @Override
  public void change(List<Change> changes) {
    changes.stream()
        .collect(Collectors.groupingBy(Change::source))
        .forEach((source, ofQueue) -> chunks(ofQueue).forEach(chunk -> send(source, chunk)));
  }

  private void send(SourceQueue source, List<Change> changes) {
    try {
      List<BatchResultErrorEntry> refused =
          client
              .get()
              .changeMessageVisibilityBatch(
                  request -> request.queueUrl(queueUrl(source)).entries(entries(changes)))
              .failed();
      refused.forEach(
          error -> LOG.info("Visibility of a message in {}: {}", source.name(), error.code()));
    } catch (SdkException e) {
      LOG.warn(
          "Visibility of {} messages in {} was not changed; they come back at the queue's own time",
          changes.size(),
          source.name(),
          e);
    }
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

  /** From SQS rather than put together: endpoints differ by partition, and locally. */
  private String queueUrl(SourceQueue source) {
    return queueUrls.computeIfAbsent(
        source.arn(),
        arn ->
            client
                .get()
                .getQueueUrl(
                    request ->
                        request.queueName(source.name()).queueOwnerAWSAccountId(source.account()))
                .queueUrl());
  }

  private static List<List<Change>> chunks(List<Change> changes) {
    List<List<Change>> chunks = new ArrayList<>();
    for (int start = 0; start < changes.size(); start += CALL_LIMIT) {
      chunks.add(changes.subList(start, Math.min(start + CALL_LIMIT, changes.size())));
    }
    return chunks;
  }
}
