package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The user's settings of the queues, and the defaults of those that were not given. */
final class QueueChoices {
  static final Duration DEFAULT_SOURCE_RETENTION = Duration.ofDays(4);
  private static final int MOST = ConsumerQueues.MAX_NAME_LENGTH;
  private static final String OWNERS =
      " is set and existingQueues too: a consumer changes no queue that it did not create. Set it"
          + " where the queue is created and leave it out here.";

  Optional<QueueKind> kind = Optional.empty();
  Optional<Duration> visibilityTimeout = Optional.empty();
  Optional<Duration> sourceRetention = Optional.empty();
  Optional<Duration> deadLetterRetention = Optional.empty();
  Optional<Integer> maxReceiveCount = Optional.empty();
  Optional<FifoThroughput> fifoThroughput = Optional.empty();
  Optional<String> name = Optional.empty();
  Optional<ExistingQueues> existing = Optional.empty();

  /** Returns the problem of settings that only the owner of existing queues can change. */
  List<String> problems() {
    Problems problems = new Problems();
    existing.ifPresentOrElse(queues -> ofExisting(queues, problems), () -> ofOwn(problems));
    return problems.all();
  }

  private void ofOwn(Problems problems) {
    problems
        .when(
            fifoThroughput.isPresent() && kind.orElse(QueueKind.STANDARD) != QueueKind.FIFO,
            "fifoThroughput is set on a standard queue, which has no such limit. Leave it out, or"
                + " set source(QueueKind.FIFO).")
        .when(
            name.filter(it -> !it.matches("[A-Za-z0-9_-]{1,%s}".formatted(MOST))).isPresent(),
            "queueName is '%s': use 1 to %s characters of A-Z a-z 0-9 _ -. The construct adds"
                + " '-DeadLetters' and '.fifo'.",
            name.orElse(""),
            MOST);
  }

  private void ofExisting(ExistingQueues queues, Problems problems) {
    QueueKind actual = queues.sourceSettings().kind();
    boolean isAnother = kind.filter(it -> it != actual).isPresent();
    problems
        .when(
            isAnother,
            "source is %s, and the existing queue is %s: a queue's kind can't be changed. Leave"
                + " source out, or name a queue of that kind.",
            kind.orElse(actual),
            actual)
        .when(kind.isPresent() && !isAnother, "source" + OWNERS)
        .and(kind.isEmpty() ? queues.misstatedKinds() : List.of())
        .and(queues.elsewhere())
        .and(ownersProblems().toList());
  }

  /** Returns the problem of a kind that is not the queue's, set or stated. */
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
