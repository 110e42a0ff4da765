package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/**
 * The user's settings of a consumer and its queues, and the defaults of those that were not given.
 */
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
  Optional<Duration> recordRetention = Optional.empty();
  Optional<Duration> oldestMessageAlarm = Optional.empty();
  Optional<Duration> heartbeat = Optional.empty();
  Optional<IBucket> payloadBucket = Optional.empty();
  RetrySettings retries = RetrySettings.standard();

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

  /**
   * Returns the settings that have to agree.
   *
   * @param derivedVisibility the visibility timeout of queues that are made here
   * @param redelivery how long a message stays hidden, by the source queue's visibility timeout
   */
  QueueTerms terms(
      Duration derivedVisibility, Function<SourceQueueSettings, Redelivery> redelivery) {
    SourceQueueSettings source = source(derivedVisibility);
    Redelivery hidden = redelivery.apply(source);
    DeadLetterSettings deadLetters = deadLetters(retries.receives(hidden));
    return new QueueTerms(
        source,
        deadLetters,
        hidden,
        retries,
        recordRetention.orElseGet(
            () -> QueueRules.recordRetentionFor(source.retention(), deadLetters.retention())));
  }

  private SourceQueueSettings source(Duration derivedVisibility) {
    return existing
        .map(ExistingQueues::sourceSettings)
        .orElseGet(
            () ->
                new SourceQueueSettings(
                    kind.orElse(QueueKind.STANDARD),
                    visibilityTimeout.orElse(derivedVisibility),
                    sourceRetention.orElse(DEFAULT_SOURCE_RETENTION)));
  }

  private DeadLetterSettings deadLetters(int derivedReceives) {
    return existing
        .map(ExistingQueues::deadLetterSettings)
        .orElseGet(
            () ->
                new DeadLetterSettings(
                    kind.orElse(QueueKind.STANDARD),
                    deadLetterRetention.orElse(QueueRules.MAX_RETENTION),
                    maxReceiveCount.orElse(derivedReceives)));
  }

  /** Returns the queues: those that exist, or new ones. */
  ConsumerQueues queuesFor(Construct owner, QueueTerms terms, ConstructBuilder<?> of) {
    return existing
        .map(queues -> new ConsumerQueues(queues.source(), queues.deadLetters()))
        .orElseGet(() -> ConsumerQueues.create(owner, terms, of, this));
  }

  /** Returns the rights on the queues, and on the bucket with payloads. */
  Stream<Permission> rights(ConsumerQueues queues) {
    return Stream.of(
            Stream.of(
                Permission.of(
                    queues.source().getQueueArn(),
                    "sqs:ChangeMessageVisibility",
                    "sqs:DeleteMessage",
                    "sqs:GetQueueAttributes",
                    "sqs:GetQueueUrl",
                    "sqs:ReceiveMessage"),
                Permission.of(queues.deadLetters().getQueueArn(), "sqs:SendMessage")),
            Keys.toReceive(queues.source()),
            Keys.toSend(queues.deadLetters()),
            payloadBucket.stream().flatMap(QueueChoices::toReadPayloads))
        .flatMap(it -> it);
  }

  private static Stream<Permission> toReadPayloads(IBucket bucket) {
    return Stream.concat(
        Stream.of(
            Permission.of(bucket.arnForObjects("*"), "s3:GetObject"),
            Permission.of(bucket.getBucketArn(), "s3:ListBucket")),
        Keys.toRead(bucket));
  }

  Map<String, String> variables(ConsumerQueues queues, QueueTerms terms) {
    Map<String, String> variables = new LinkedHashMap<>(retries.variables());
    variables.put(EnvironmentVariables.DEAD_LETTER_QUEUE_URL, queues.deadLetters().getQueueUrl());
    variables.put(
        EnvironmentVariables.MAX_RECEIVE_COUNT,
        Integer.toString(terms.deadLetters().maxReceiveCount()));
    heartbeat.ifPresent(it -> variables.put(EnvironmentVariables.HEARTBEAT, it.toString()));
    payloadBucket.ifPresent(
        it -> variables.put(EnvironmentVariables.PAYLOAD_BUCKET, it.getBucketName()));
    return variables;
  }

  /**
   * Returns the alarms of queues, and that of the store in the words of a queue's consumer.
   *
   * @param attempt how long an attempt takes at most, as far as that is known
   */
  Map<ConsumerAlarm, OwnAlarm> alarms(
      ConsumerQueues queues, QueueTerms terms, Duration attempt, RecordAlarms family) {
    Duration oldest =
        oldestMessageAlarm.orElseGet(
            () -> QueueRules.oldestMessageFor(retries.outage(), terms.source()));
    Duration longestGap =
        Collections.max(List.of(retries.longest(), terms.source().visibilityTimeout()))
            .plus(attempt);
    return Map.of(
        ConsumerAlarm.DEAD_LETTERS,
        OwnAlarm.ofLetters(ConsumerAlarm.DEAD_LETTERS.text(), queues.deadLetters()),
        ConsumerAlarm.OLDEST_MESSAGE,
        new OwnAlarm(
            text(ConsumerAlarm.OLDEST_MESSAGE, oldest),
            Watch.once(new QueueMetrics(queues.source()).oldest(), oldest.toSeconds())),
        ConsumerAlarm.GIVEN_BACK,
        new OwnAlarm(
            text(ConsumerAlarm.GIVEN_BACK, oldest),
            Watch.every(
                longestGap, family.metrics().of("givenBack.oldest", "Maximum"), oldest.toMillis())),
        ConsumerAlarm.STORE_FAILED,
        family.as(ConsumerAlarm.STORE_FAILED, text(ConsumerAlarm.STORE_FAILED, oldest)));
  }

  private AlarmText text(ConsumerAlarm kind, Duration oldest) {
    return kind.text().with(Durations.text(oldest), Durations.text(retries.outage()));
  }
}
