package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Polls one queue and invokes one function with its messages, as Lambda's event source mapping
 * does.
 */
public record SqsEventSource(
    SqsClient sqs,
    EventSourceResource source,
    FunctionInvoker function,
    InvocationListener listener,
    Clock clock,
    String region,
    GroupLocks groups,
    Worker pollers) {
  private static final Logger LOG = LoggerFactory.getLogger(SqsEventSource.class);
  private static final Duration PAUSE_WHEN_EMPTY = Duration.ofMillis(50);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int MOST_PER_CALL = 10;

  /**
   * Starts polling.
   *
   * @param concurrency the most invocations at a time; each has a poller, so that no received
   *     message waits
   */
  public static EventSource start(
      SqsClient sqs,
      EventSourceResource source,
      FunctionInvoker function,
      InvocationListener listener,
      Clock clock,
      String region,
      int concurrency) {
    SqsEventSource started =
        new SqsEventSource(
            sqs, source, function, listener, clock, region, new GroupLocks(), new Worker());
    IntStream.range(0, concurrency).forEach(poller -> started.pollers.repeat(started::poll));
    return started.pollers;
  }

  private void poll() throws InterruptedException {
    try {
      List<Message> batch = collect();
      if (batch.isEmpty()) {
        Thread.sleep(PAUSE_WHEN_EMPTY);
      } else {
        handle(batch);
      }
    } catch (SdkException e) {
      if (pollers.isRunning()) {
        LOG.warn("Polling {} failed, trying again: {}", source.queue().name(), e.getMessage());
        Thread.sleep(PAUSE_AFTER_ERROR);
      }
    }
  }

  /** The next batch; empty when nothing came in a while. */
  private List<Message> collect() throws InterruptedException {
    List<Message> batch = new ArrayList<>(receive(source.batchSize(), firstWait()));
    if (batch.isEmpty() || source.queue().isFifo()) {
      return batch;
    }
    fill(batch, clock.instant().plus(source.batchingWindow()));
    return batch;
  }

  private void fill(List<Message> batch, Instant end) throws InterruptedException {
    while (batch.size() < source.batchSize()) {
      Duration left = Duration.between(clock.instant(), end);
      if (left.isNegative() || left.isZero()) {
        return;
      }
      Duration wait = left.compareTo(POLL) < 0 ? Duration.ZERO : POLL;
      if (wait.isZero()) {
        Thread.sleep(left);
      }
      batch.addAll(receive(source.batchSize() - batch.size(), wait));
    }
  }

  /**
   * ElasticMQ spins while a long poll waits on a FIFO queue whose groups are locked (figures in
   * tools/local/README.md).
   */
  private Duration firstWait() {
    return source.queue().isFifo() ? Duration.ZERO : POLL;
  }

  private List<Message> receive(int most, Duration wait) {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(source.queue().url())
                    .maxNumberOfMessages(Math.min(most, MOST_PER_CALL))
                    .waitTimeSeconds((int) wait.toSeconds())
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                    .messageAttributeNames("All"))
        .messages();
  }

  private void handle(List<Message> batch) throws InterruptedException {
    Set<String> groupsOfBatch = groupsOf(batch);
    groups.take(groupsOfBatch);
    try {
      invoke(batch);
    } finally {
      groups.release(groupsOfBatch);
    }
  }

  private Set<String> groupsOf(List<Message> batch) {
    if (!source.queue().isFifo()) {
      return Set.of();
    }
    return batch.stream()
        .map(message -> message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID))
        .collect(Collectors.toSet());
  }

  private void invoke(List<Message> batch) {
    listener.starting(source.function().name(), batch);
    Instant start = clock.instant();
    InvocationResult result = function.invoke(SqsEventJson.of(batch, source.queue().arn(), region));
    Duration took = Duration.between(start, clock.instant());
    BatchOutcome outcome = BatchResponse.read(result, idsOf(batch), source.reporting());
    if (outcome instanceof BatchOutcome.AllFailed) {
      LOG.debug("The batch comes back to {}: {}", source.queue().name(), result);
    }
    delete(batch.stream().filter(message -> outcome.handled(message.messageId())).toList());
    listener.ended(new InvocationReport(List.copyOf(batch), result, outcome, took));
  }

  private static Set<String> idsOf(List<Message> batch) {
    return batch.stream().map(Message::messageId).collect(Collectors.toSet());
  }

  private void delete(List<Message> handled) {
    for (int from = 0; from < handled.size(); from += MOST_PER_CALL) {
      List<Message> part = handled.subList(from, Math.min(from + MOST_PER_CALL, handled.size()));
      deletePart(part);
    }
  }

  /** What is not deleted comes back, and is a duplicate then. */
  private void deletePart(List<Message> part) {
    try {
      sqs.deleteMessageBatch(
          request ->
              request
                  .queueUrl(source.queue().url())
                  .entries(part.stream().map(SqsEventSource::entry).toList()));
    } catch (SdkException e) {
      LOG.warn("{} messages were not deleted: {}", part.size(), e.getMessage());
    }
  }

  private static DeleteMessageBatchRequestEntry entry(Message message) {
    return DeleteMessageBatchRequestEntry.builder()
        .id(message.messageId())
        .receiptHandle(message.receiptHandle())
        .build();
  }
}
