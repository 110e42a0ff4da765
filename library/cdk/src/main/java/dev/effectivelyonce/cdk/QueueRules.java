package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Checks which settings of a consumer and its queues fit together, whatever runs the consumer. */
final class QueueRules {
  static final Duration MAX_RETENTION = Duration.ofDays(14);
  private static final Duration MIN_RETENTION = Duration.ofMinutes(1);
  private static final Duration MAX_VISIBILITY = Duration.ofHours(12);
  private static final Duration LATEST_ALARM = Duration.ofMinutes(15);
  private static final Duration RECORD_SLACK = Duration.ofDays(1);
  private static final int MAX_RECEIVES = 1000;

  private QueueRules() {}

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
  static List<String> problems(QueueTerms settings) {
    Problems problems = new Problems();
    visibility(settings, problems);
    kinds(settings, problems);
    retention("sourceRetention", settings.source().retention(), problems);
    retention("deadLetterRetention", settings.deadLetters().retention(), problems);
    deadLetterRetention(settings, problems);
    recordRetention(settings, problems);
    receives(settings, problems);
    return problems.all();
  }

  private static void visibility(QueueTerms settings, Problems problems) {
    Duration actual = settings.source().visibilityTimeout();
    problems.when(
        Durations.outside(actual, Duration.ZERO, MAX_VISIBILITY),
        "visibilityTimeout is %s: SQS takes whole seconds up to 43200 s. Set one of these.",
        actual);
  }

  private static void kinds(QueueTerms settings, Problems problems) {
    QueueKind source = settings.source().kind();
    QueueKind deadLetters = settings.deadLetters().kind();
    problems.when(
        source != deadLetters,
        "the source queue is %s and its dead-letter queue is %s: SQS moves messages only between"
            + " queues of one kind. Make the dead-letter queue %1$s too.",
        source,
        deadLetters);
  }

  private static void retention(String setting, Duration retention, Problems problems) {
    problems.when(
        Durations.outside(retention, MIN_RETENTION, MAX_RETENTION),
        "%s is %s: SQS keeps messages from 60 s to 14 days. Set whole seconds between these.",
        setting,
        retention);
  }

  private static void deadLetterRetention(QueueTerms settings, Problems problems) {
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

  private static void recordRetention(QueueTerms settings, Problems problems) {
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

  private static void receives(QueueTerms settings, Problems problems) {
    int maxReceiveCount = settings.deadLetters().maxReceiveCount();
    if (maxReceiveCount >= 1 && maxReceiveCount <= MAX_RECEIVES) {
      problems.and(
          settings.retries().problems(settings.source(), settings.redelivery(), maxReceiveCount));
    } else {
      problems.add(
          "maxReceiveCount is %s: SQS takes 1 to 1000. Set 3 or more, since a message that waits"
              + " for another attempt's claim counts as received too, or leave it out to have it"
              + " derived.",
          maxReceiveCount);
    }
  }
}
