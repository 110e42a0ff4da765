package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
public final class SqsEventSource implements EventSource {
  private static final Logger LOG = LoggerFactory.getLogger(SqsEventSource.class);
  private static final Duration PAUSE_WHEN_EMPTY = Duration.ofMillis(50);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int MOST_PER_DELETE = 10;

  private final SqsClient sqs;
  private final EventSourceResource source;
  private final FunctionInvoker function;
  private final InvocationListener listener;
  private final Clock clock;
  private final String region;
  private final BatchCollector collector;
  private final GroupLocks groups = new GroupLocks();
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final ExecutorService pollers = Executors.newVirtualThreadPerTaskExecutor();

  private SqsEventSource(
      SqsClient sqs,
      EventSourceResource source,
      FunctionInvoker function,
      InvocationListener listener,
      Clock clock,
      String region) {
    this.sqs = sqs;
    this.source = source;
    this.function = function;
    this.listener = listener;
    this.clock = clock;
    this.region = region;
    this.collector = new BatchCollector(sqs, source, clock);
  }

  /**
   * Starts polling.
   *
   * @param concurrency the most invocations at a time; each has a poller, so that no received
   *     message waits
   */
  public static SqsEventSource start(
      SqsClient sqs,
      EventSourceResource source,
      FunctionInvoker function,
      InvocationListener listener,
      Clock clock,
      String region,
      int concurrency) {
    SqsEventSource started = new SqsEventSource(sqs, source, function, listener, clock, region);
    IntStream.range(0, concurrency).forEach(poller -> started.pollers.execute(started::poll));
    return started;
  }

  /** Takes no further message, and waits a little for running invocations. */
  @Override
  public void close() {
    running.set(false);
    pollers.shutdown();
    try {
      if (!pollers.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        pollers.shutdownNow();
      }
    } catch (InterruptedException e) {
      pollers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void poll() {
    try {
      while (running.get()) {
        pollOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pollOnce() throws InterruptedException {
    try {
      List<Message> batch = collector.collect();
      if (batch.isEmpty()) {
        Thread.sleep(PAUSE_WHEN_EMPTY);
      } else {
        handle(batch);
      }
    } catch (SdkException e) {
      if (running.get()) {
        LOG.warn("Polling {} failed, trying again: {}", source.queue().name(), e.getMessage());
        Thread.sleep(PAUSE_AFTER_ERROR);
      }
    }
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
    if (outcome instanceof BatchOutcome.AllFailed failed) {
      LOG.debug("The batch comes back to {}: {}", source.queue().name(), failed.reason());
    }
    delete(batch.stream().filter(message -> outcome.handled(message.messageId())).toList());
    listener.ended(
        new InvocationReport(
            source.queue().name(),
            source.function().name(),
            List.copyOf(batch),
            result,
            outcome,
            took));
  }

  private static Set<String> idsOf(List<Message> batch) {
    return batch.stream().map(Message::messageId).collect(Collectors.toSet());
  }

  private void delete(List<Message> handled) {
    for (int from = 0; from < handled.size(); from += MOST_PER_DELETE) {
      List<Message> part = handled.subList(from, Math.min(from + MOST_PER_DELETE, handled.size()));
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
