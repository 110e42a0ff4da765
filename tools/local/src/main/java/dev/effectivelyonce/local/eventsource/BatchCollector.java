package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.template.EventSourceResource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Receives until a batch is full or its window is over. */
final class BatchCollector {
  private static final int MOST_PER_RECEIVE = 10;
  private static final Duration POLL = Duration.ofSeconds(1);

  private final SqsClient sqs;
  private final EventSourceResource source;
  private final Clock clock;

  BatchCollector(SqsClient sqs, EventSourceResource source, Clock clock) {
    this.sqs = sqs;
    this.source = source;
    this.clock = clock;
  }

  /** The next batch; empty when nothing came in a while. */
  List<Message> collect() throws InterruptedException {
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
                    .maxNumberOfMessages(Math.min(most, MOST_PER_RECEIVE))
                    .waitTimeSeconds((int) wait.toSeconds())
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                    .messageAttributeNames("All"))
        .messages();
  }
}
