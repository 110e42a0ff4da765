package dev.effectivelyonce.cdk;

/**
 * The alarms of a consumer. Each alarm has a section in {@code docs/operations.md}, which its
 * description names.
 *
 * <p>If a message may need a person, the alarm rings for a single occurrence. If a redelivery
 * usually corrects the fault, it rings only if the fault lasts for three minutes of five, because a
 * consumer can cope with a single lost process or throttle. A fault that is too rare for that
 * eventually shows as a dead letter or an old message.
 *
 * <p>{@link #GIVEN_BACK}, {@link #HELD}, {@link #SUPERSEDED}, {@link #UNRECORDED}, {@link
 * #STORE_FAILED}, {@link #KEY_REUSED} and {@link #FOREIGN} need the metrics that the consumer's
 * {@code MetricsObserver} writes ({@code .observer(…)}, module {@code effectively-once-metrics}).
 * Without it they never ring. The others use AWS's own metrics.
 */
public enum ConsumerAlarm {
  /**
   * A message is in the dead-letter queue. One message is enough, within a minute, because it does
   * not come back by itself. The alarm rings until the queue is empty.
   */
  DEAD_LETTERS("DeadLetterAlarm", "dead-letters", "messages wait in the dead-letter queue"),

  /**
   * The oldest message has waited for {@link IdempotentConsumer.Builder#oldestMessageAlarm},
   * because the consumer is slow or does not run. The alarm rings until the consumer has caught up.
   * This age does not include messages that a standard queue has delivered three times; {@link
   * #GIVEN_BACK} covers those.
   */
  OLDEST_MESSAGE(
      "OldestMessageAlarm",
      "oldest-message",
      "a message has waited %1$s: the consumer is slow, or does not run"),

  /**
   * The function returned a message that was sent at least {@link
   * IdempotentConsumer.Builder#oldestMessageAlarm} before, because its handler or the store fails.
   * By default the alarm rings while there is still time before such messages are dead-lettered,
   * and until none has come back for the longest backoff.
   */
  GIVEN_BACK(
      "GivenBackAlarm",
      "given-back",
      "a message fails again %1$s after it was sent, and is dead-lettered when it has failed for"
          + " more than %2$s"),

  /**
   * A message's outcome is unknown and an operator has to decide. One message is enough, because it
   * never runs again by itself. The metric lasts a minute; the dead letter stays.
   */
  HELD("HeldAlarm", "held", "the outcome of a message is unknown and an operator has to decide"),

  /**
   * An attempt ended after its claim was taken over, so two attempts ran at the same time. One
   * attempt is enough, because the lease may be too short or a clock may be wrong.
   */
  SUPERSEDED("SupersededAlarm", "superseded", "an attempt ended after its claim was taken over"),

  /**
   * A handler ended, but its outcome could not be recorded. One is enough, because its effect may
   * be repeated or its record held.
   */
  UNRECORDED("UnrecordedAlarm", "unrecorded", "a handler ended and its end was not recorded"),

  /**
   * The store refuses calls or does not answer, so messages are postponed before they run. Rings
   * after three minutes of five, because a short fault costs only a redelivery, and messages
   * survive an outage of {@link IdempotentConsumer.Builder#outageTolerance}.
   */
  STORE_FAILED(
      "StoreFailedAlarm",
      "store-failed",
      "the table of records is not usable, and messages survive %2$s of it"),

  /**
   * Two messages with the same business key contradict each other. One case is enough, because a
   * producer is wrong until it is corrected.
   */
  KEY_REUSED("KeyReusedAlarm", "key-reused", "two messages of one key contradict each other"),

  /**
   * A message counted as a duplicate of one that a function with another name handled. One is
   * enough, because two consumers that share a name and a table lose each other's messages. After a
   * function was renamed, the alarm also rings for copies of earlier messages.
   */
  FOREIGN(
      "ForeignAlarm",
      "two-consumers-of-one-name",
      "a message was skipped for what a function of another name did"),

  /**
   * Whole invocations fail because they crash, run out of time or memory, lack a class, or can't be
   * initialized. Rings after three minutes of five. All versions of the function count, even those
   * that are not called through the alias.
   */
  ERRORS("ErrorsAlarm", "errors", "invocations of the function fail"),

  /**
   * Lambda throttles the function. Rings after three minutes of five. Each throttle uses up a
   * receive of a batch that never ran.
   */
  THROTTLES("ThrottlesAlarm", "throttles", "Lambda refuses invocations of the function");

  private final String constructId;
  private final String anchor;
  private final String meaning;

  ConsumerAlarm(String constructId, String anchor, String meaning) {
    this.constructId = constructId;
    this.anchor = anchor;
    this.meaning = meaning;
  }

  AlarmText text() {
    return new AlarmText(constructId, anchor, meaning);
  }
}
