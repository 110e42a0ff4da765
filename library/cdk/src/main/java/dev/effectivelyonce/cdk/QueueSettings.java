package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.services.s3.IBucket;

/**
 * The settings of a consumer of an SQS queue, on Lambda or in a service.
 *
 * @param <B> the builder that its methods return
 */
public sealed interface QueueSettings<B extends QueueSettings<B>>
    permits IdempotentConsumer.Builder, IdempotentWorkerService.Builder {
  /** Sets the kind of both queues. Default: {@link QueueKind#STANDARD}. */
  default B source(QueueKind kind) {
    choices().kind = Optional.of(kind);
    return builder();
  }

  /**
   * Sets the name of the source queue, without {@code .fifo}; the dead-letter queue's name is the
   * same with {@code -DeadLetters}. Up to 60 characters. Default: the construct's path.
   */
  default B queueName(String name) {
    choices().name = Optional.of(name);
    return builder();
  }

  /** Uses these queues instead of creating two. Default: two queues are created. */
  default B existingQueues(ExistingQueues queues) {
    choices().existing = Optional.of(queues);
    return builder();
  }

  /**
   * Sets the visibility timeout of the source queue. Default, and minimum: for a function 6 x
   * {@code timeout} plus {@code batchingWindow}; for a service the {@link #heartbeat} plus 2 s. A
   * service that observes has no default: set more than its longest handler takes.
   */
  default B visibilityTimeout(Duration visibilityTimeout) {
    choices().visibilityTimeout = Optional.of(visibilityTimeout);
    return builder();
  }

  /** Sets how long the source queue keeps a message. Default: 4 days; 14 at most. */
  default B sourceRetention(Duration retention) {
    choices().sourceRetention = Optional.of(retention);
    return builder();
  }

  /** Sets how long the dead-letter queue keeps a message. Default: 14 days, the maximum. */
  default B deadLetterRetention(Duration retention) {
    choices().deadLetterRetention = Optional.of(retention);
    return builder();
  }

  /**
   * Sets the longest outage of the store or of services that the handler calls that messages
   * survive before they go to the dead-letter queue. Default: 30 minutes. {@link #maxReceiveCount}
   * is derived from it; a smaller value is refused.
   */
  default B outageTolerance(Duration outage) {
    QueueChoices choices = choices();
    choices.retries = choices.retries.surviving(outage);
    return builder();
  }

  /**
   * Sets how long a message waits after a failure that may be temporary. The wait doubles with each
   * receive, and the actual wait is chosen at random between half of it and all of it. Default:
   * from 2 s to 5 min. The code gets the same setting.
   */
  default B backoff(Duration first, Duration longest) {
    QueueChoices choices = choices();
    choices.retries = choices.retries.waiting(first, longest);
    return builder();
  }

  /**
   * Sets the receive count after which a message goes to the dead-letter queue. Default: the
   * smallest value that {@link #outageTolerance} needs with the {@link #backoff}, and with the
   * function's {@link #visibilityTimeout} or the service's {@link #heartbeat}.
   */
  default B maxReceiveCount(int maxReceiveCount) {
    choices().maxReceiveCount = Optional.of(maxReceiveCount);
    return builder();
  }

  /**
   * Sets how long a record is kept. Default: the retention of both queues together plus one day;
   * less than both together is refused.
   */
  default B recordRetention(Duration retention) {
    choices().recordRetention = Optional.of(retention);
    return builder();
  }

  /** Sets the scope of the FIFO throughput limit. Default: {@link FifoThroughput#PER_QUEUE}. */
  default B fifoThroughput(FifoThroughput throughput) {
    choices().fifoThroughput = Optional.of(throughput);
    return builder();
  }

  /**
   * Sets the age of a message at which {@link ConsumerAlarm#OLDEST_MESSAGE} and {@link
   * ConsumerAlarm#GIVEN_BACK} ring. Default: half of {@link #outageTolerance}, at most 15 minutes
   * and at least two {@link #visibilityTimeout}s.
   *
   * <p>The age of a message grows until it is deleted, so also while its handler runs. If handlers
   * of a service run for longer than a few minutes, set more than the longest of them plus the time
   * that a message may wait before.
   */
  default B oldestMessageAlarm(Duration age) {
    choices().oldestMessageAlarm = Optional.of(age);
    return builder();
  }

  /** Allows the code to read and list this bucket, for payloads in S3. Default: none. */
  default B payloadBucket(IBucket bucket) {
    choices().payloadBucket = Optional.of(bucket);
    return builder();
  }

  /**
   * Sets the lease of claims that are renewed, 1 s to 15 min. Default: in a function none, so that
   * one lease covers the timeout; in a service one minute.
   */
  default B heartbeat(Duration lease) {
    choices().heartbeat = Optional.of(lease);
    return builder();
  }

  private QueueChoices choices() {
    return switch (this) {
      case IdempotentConsumer.Builder it -> it.choices;
      case IdempotentWorkerService.Builder it -> it.choices;
    };
  }

  @SuppressWarnings("unchecked")
  private B builder() {
    return (B) this;
  }
}
