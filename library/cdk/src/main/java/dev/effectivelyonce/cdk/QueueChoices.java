package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The user's settings of the queues, and the defaults of those that were not given. */
record QueueChoices(
    Optional<QueueKind> kind,
    Optional<Duration> visibilityTimeout,
    Optional<Duration> sourceRetention,
    Optional<Duration> deadLetterRetention,
    Optional<Integer> maxReceiveCount,
    Optional<FifoThroughput> fifoThroughput,
    Optional<String> name,
    Optional<ExistingQueues> existing) {
  static final Duration DEFAULT_SOURCE_RETENTION = Duration.ofDays(4);
  private static final String OWNERS =
      " is set and existingQueues too: a consumer changes no queue that it did not create. Set it"
          + " where the queue is created and leave it out here.";

  /** Returns the problem of settings that only the owner of existing queues can change. */
  List<String> problems() {
    if (existing.isEmpty()) {
      return Stream.concat(fifoProblems(), nameProblems()).toList();
    }
    ExistingQueues queues = existing.get();
    return Stream.of(kindProblems(queues), queues.elsewhere(), ownersProblems())
        .flatMap(it -> it)
        .toList();
  }

  /** Returns the problem of a kind that is not the queue's, set or stated. */
  private Stream<String> kindProblems(ExistingQueues queues) {
    return kind.filter(it -> it != queues.sourceSettings().kind())
        .map(
            it ->
                Stream.of(
                    ("source is %s, and the existing queue is %s: a queue's kind can't be changed."
                            + " Leave source out, or name a queue of that kind.")
                        .formatted(it, queues.sourceSettings().kind())))
        .orElseGet(() -> kind.isPresent() ? Stream.of("source" + OWNERS) : queues.misstatedKinds());
  }

  private Stream<String> ownersProblems() {
    return Map.<String, Optional<?>>of(
            "visibilityTimeout", visibilityTimeout,
            "sourceRetention", sourceRetention,
            "deadLetterRetention", deadLetterRetention,
            "maxReceiveCount", maxReceiveCount,
            "fifoThroughput", fifoThroughput,
            "queueName", name)
        .entrySet()
        .stream()
        .filter(choice -> choice.getValue().isPresent())
        .map(Map.Entry::getKey)
        .sorted()
        .map(setting -> setting + OWNERS);
  }

  private Stream<String> nameProblems() {
    return name.stream()
        .filter(it -> !it.matches("[A-Za-z0-9_-]{1,%s}".formatted(ConsumerQueues.MAX_NAME_LENGTH)))
        .map(
            it ->
                ("queueName is '%s': use 1 to %s characters of A-Z a-z 0-9 _ -. The construct adds"
                        + " '-DeadLetters' and '.fifo'.")
                    .formatted(it, ConsumerQueues.MAX_NAME_LENGTH));
  }

  private Stream<String> fifoProblems() {
    return fifoThroughput.isPresent() && kind.orElse(QueueKind.STANDARD) != QueueKind.FIFO
        ? Stream.of(
            "fifoThroughput is set on a standard queue, which has no such limit. Leave it out, or"
                + " set source(QueueKind.FIFO).")
        : Stream.empty();
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

  DeadLetterSettings deadLetters(int derivedReceives) {
    return existing
        .map(ExistingQueues::deadLetterSettings)
        .orElseGet(
            () ->
                new DeadLetterSettings(
                    kind.orElse(QueueKind.STANDARD),
                    deadLetterRetention.orElse(ConsumerRules.MAX_QUEUE_RETENTION),
                    maxReceiveCount.orElse(derivedReceives)));
  }
}
