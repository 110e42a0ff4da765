package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a user said about the queues, and what follows where nothing was said. */
record QueueChoices(
    Optional<QueueKind> kind,
    Optional<Duration> visibilityTimeout,
    Optional<Duration> sourceRetention,
    Optional<Duration> deadLetterRetention,
    Optional<Integer> maxReceiveCount,
    Optional<FifoThroughput> fifoThroughput,
    Optional<ExistingQueues> existing) {
  static final Duration DEFAULT_SOURCE_RETENTION = Duration.ofDays(4);
  static final int DEFAULT_MAX_RECEIVE_COUNT = 5;

  /** Settings that only the owner of existing queues can change. */
  List<String> problems() {
    if (existing.isEmpty()) {
      return fifoProblems();
    }
    return Map.<String, Optional<?>>of(
            "source", kind,
            "visibilityTimeout", visibilityTimeout,
            "sourceRetention", sourceRetention,
            "deadLetterRetention", deadLetterRetention,
            "maxReceiveCount", maxReceiveCount,
            "fifoThroughput", fifoThroughput)
        .entrySet()
        .stream()
        .filter(choice -> choice.getValue().isPresent())
        .map(Map.Entry::getKey)
        .sorted()
        .map(
            setting ->
                setting
                    + " is set and existingQueues too: a consumer changes no queue that it did not"
                    + " create. Set it where the queue is created and leave it out here.")
        .toList();
  }

  private List<String> fifoProblems() {
    return fifoThroughput.isPresent() && kind.orElse(QueueKind.STANDARD) != QueueKind.FIFO
        ? List.of(
            "fifoThroughput is set on a standard queue, which has no such limit. Leave it out, or"
                + " set source(QueueKind.FIFO).")
        : List.of();
  }

  SourceQueueSettings source(Duration derivedVisibility) {
    return existing
        .map(ExistingQueues::sourceSettings)
        .orElseGet(
            () ->
                new SourceQueueSettings(
                    kind.orElse(QueueKind.STANDARD),
                    visibilityTimeout.orElse(derivedVisibility),
                    sourceRetention.orElse(DEFAULT_SOURCE_RETENTION)));
  }

  DeadLetterSettings deadLetters() {
    return existing
        .map(ExistingQueues::deadLetterSettings)
        .orElseGet(
            () ->
                new DeadLetterSettings(
                    kind.orElse(QueueKind.STANDARD),
                    deadLetterRetention.orElse(ConsumerRules.MAX_QUEUE_RETENTION),
                    maxReceiveCount.orElse(DEFAULT_MAX_RECEIVE_COUNT)));
  }
}
