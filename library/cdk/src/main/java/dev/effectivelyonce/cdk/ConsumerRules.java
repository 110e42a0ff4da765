package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Checks which settings of a consumer fit together, and derives those that follow from others. */
final class ConsumerRules {
  static final Duration MAX_QUEUE_RETENTION = Duration.ofDays(14);
  private static final Duration MIN_QUEUE_RETENTION = Duration.ofMinutes(1);
  private static final Duration MAX_VISIBILITY = Duration.ofHours(12);
  private static final Duration MAX_WINDOW = Duration.ofMinutes(5);
  private static final Duration LATEST_ALARM = Duration.ofMinutes(15);
  private static final Duration RECORD_SLACK = Duration.ofDays(1);
  private static final int VISIBILITY_FACTOR = 6;
  private static final int MAX_BATCH = 10;
  private static final int MAX_BATCH_WITH_WINDOW = 10_000;
  private static final int MAX_CONCURRENCY = 1000;
  private static final int MAX_RECEIVES = 1000;

  private ConsumerRules() {}

  /**
   * Returns six times the function's timeout, as AWS asks, so that Lambda can retry a throttled
   * batch. The window is added because messages are already hidden while a batch is gathered.
   */
  static Duration visibilityFor(Duration functionTimeout, Duration batchingWindow) {
    return functionTimeout.multipliedBy(VISIBILITY_FACTOR).plus(batchingWindow);
  }

  /** Returns more than both: a message can come back from the dead-letter queue on its last day. */
  static Duration recordRetentionFor(Duration sourceRetention, Duration deadLetterRetention) {
    return sourceRetention.plus(deadLetterRetention).plus(RECORD_SLACK);
  }

  /**
   * Returns half of the outage that the consumer survives, at most 15 minutes, which leaves time to
   * act before messages are dead-lettered. It is at least two visibility timeouts, since a message
   * waits one where its process died, which is no incident.
   */
  static Duration oldestMessageFor(Duration outage, SourceQueueSettings source) {
    Duration inTime = Collections.min(List.of(outage.dividedBy(2), LATEST_ALARM));
    return Collections.max(List.of(inTime, source.visibilityTimeout().multipliedBy(2)));
  }

  /** Returns everything that is wrong with the settings; empty if nothing is. */
  static List<String> problems(CoupledSettings settings) {
    Problems problems = new Problems();
    visibility(settings, problems);
    kinds(settings, problems);
    queueRetention("sourceRetention", settings.source().retention(), problems);
    queueRetention("deadLetterRetention", settings.deadLetters().retention(), problems);
    deadLetterRetention(settings, problems);
    recordRetention(settings, problems);
    receives(settings, problems);
    batch(settings, problems);
    window(settings, problems);
    concurrency(settings.polling(), problems);
    return problems.all();
  }

  private static void visibility(CoupledSettings settings, Problems problems) {
    Duration actual = settings.source().visibilityTimeout();
    Duration least = visibilityFor(settings.functionTimeout(), settings.polling().batchingWindow());
    problems
        .when(
            actual.compareTo(least) < 0,
            "visibilityTimeout is %s, under 6 x timeout plus the batching window (%s): a message"
                + " could be delivered again while its batch still runs. Raise it to at least"
                + " %2$s, lower timeout, or leave visibilityTimeout out to have it derived.",
            actual,
            least)
        .when(
            Durations.outside(actual, Duration.ZERO, MAX_VISIBILITY),
            "visibilityTimeout is %s: SQS takes whole seconds up to 43200 s. Set one of these.",
            actual);
  }

  private static void kinds(CoupledSettings settings, Problems problems) {
    QueueKind source = settings.source().kind();
    QueueKind deadLetters = settings.deadLetters().kind();
    problems.when(
        source != deadLetters,
        "the source queue is %s and its dead-letter queue is %s: SQS moves messages only between"
            + " queues of one kind. Make the dead-letter queue %1$s too.",
        source,
        deadLetters);
  }

  private static void queueRetention(String setting, Duration retention, Problems problems) {
    problems.when(
        Durations.outside(retention, MIN_QUEUE_RETENTION, MAX_QUEUE_RETENTION),
        "%s is %s: SQS keeps messages from 60 s to 14 days. Set whole seconds between these.",
        setting,
        retention);
  }

  private static void deadLetterRetention(CoupledSettings settings, Problems problems) {
    Duration source = settings.source().retention();
    Duration deadLetters = settings.deadLetters().retention();
    problems.when(
        deadLetters.compareTo(source) < 0,
        "deadLetterRetention is %s, shorter than the source queue's %s: a message keeps its age"
            + " when it moves and would be gone before anybody looks. Raise it to at least %2$s"
            + " or lower sourceRetention.",
        deadLetters,
        source);
  }

  private static void recordRetention(CoupledSettings settings, Problems problems) {
    Duration queues = settings.source().retention().plus(settings.deadLetters().retention());
    problems.when(
        settings.recordRetention().compareTo(queues) < 0,
        "recordRetention is %s, shorter than the source and dead-letter queues keep a message"
            + " (%s together): a late redelivery would find no record and run again. Raise it"
            + " to at least %2$s, shorten the queues' retention, or leave recordRetention out"
            + " to have it derived.",
        settings.recordRetention(),
        queues);
  }

  private static void receives(CoupledSettings settings, Problems problems) {
    int maxReceiveCount = settings.deadLetters().maxReceiveCount();
    if (maxReceiveCount >= 1 && maxReceiveCount <= MAX_RECEIVES) {
      problems.and(settings.retries().problems(settings.source(), maxReceiveCount));
    } else {
      problems.add(
          "maxReceiveCount is %s: SQS takes 1 to 1000. Set 3 or more, since a message that waits"
              + " for another attempt's claim counts as received too, or leave it out to have it"
              + " derived.",
          maxReceiveCount);
    }
  }

  private static void batch(CoupledSettings settings, Problems problems) {
    PollingSettings polling = settings.polling();
    int size = polling.batchSize();
    problems.within("batchSize", size, 1, MAX_BATCH_WITH_WINDOW);
    if (size > MAX_BATCH && size <= MAX_BATCH_WITH_WINDOW) {
      boolean isFifo = settings.source().kind() == QueueKind.FIFO;
      problems
          .when(
              isFifo,
              "batchSize is %s on a FIFO queue: Lambda takes 10 at most there. Lower it to 10.",
              size)
          .when(
              !isFifo && polling.batchingWindow().toSeconds() < 1,
              "batchSize is %s without a batching window: Lambda takes more than 10 only with one."
                  + " Set batchingWindow to at least 1 s or lower batchSize to 10.",
              size);
    }
  }

  private static void window(CoupledSettings settings, Problems problems) {
    Duration window = settings.polling().batchingWindow();
    boolean isOfFifo = settings.source().kind() == QueueKind.FIFO && !window.isZero();
    problems
        .when(
            isOfFifo,
            "batchingWindow is %s on a FIFO queue: Lambda gathers no batches there. Leave it out.",
            window)
        .when(
            !isOfFifo && Durations.outside(window, Duration.ZERO, MAX_WINDOW),
            "batchingWindow is %s: Lambda takes whole seconds up to 300 s. Set one of these.",
            window);
  }

  private static void concurrency(PollingSettings polling, Problems problems) {
    polling
        .maximumConcurrency()
        .ifPresent(
            limit ->
                problems.when(
                    limit < 2 || limit > MAX_CONCURRENCY,
                    "maximumConcurrency is %s: an event source mapping takes 2 to 1000. Set one of"
                        + " these, or leave it out for no limit of its own.",
                    limit));
  }
}
