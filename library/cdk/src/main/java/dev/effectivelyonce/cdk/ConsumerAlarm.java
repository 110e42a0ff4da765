package dev.effectivelyonce.cdk;

/**
 * The alarms of a consumer. Each has a part of its own in {@code docs/operations.md}, which its
 * description names.
 *
 * <p>Where a message may need a person, an alarm rings for one occurrence. Where a redelivery
 * usually corrects the fault, it rings only for a lasting state, three minutes of five: the
 * consumer is made for a single lost process or throttle. A fault that is too rare to last three
 * minutes shows as a dead letter or an old message in the end.
 *
 * <p>{@link #GIVEN_BACK}, {@link #HELD}, {@link #SUPERSEDED}, {@link #UNRECORDED}, {@link
 * #STORE_FAILED}, {@link #KEY_REUSED} and {@link #FOREIGN} need the metrics that the consumer's
 * {@code MetricsObserver} writes ({@code .observer(…)}, module {@code effectively-once-metrics}):
 * without it they never ring. The others are AWS's own.
 */
public enum ConsumerAlarm {
  /**
   * A message is in the dead-letter queue. One is enough, within a minute: nothing brings it back
   * by itself. The alarm rings until the queue is empty.
   */
  DEAD_LETTERS("DeadLetterAlarm", "dead-letters", "messages wait in the dead-letter queue"),

  /**
   * The oldest message has waited for {@link IdempotentConsumer.Builder#oldestMessageAlarm}: the
   * consumer is slow, or does not run. It rings until the queue has caught up. SQS leaves messages
   * that a standard queue has delivered three times out of this age; {@link #GIVEN_BACK} has those.
   */
  OLDEST_MESSAGE(
      "OldestMessageAlarm",
      "oldest-message",
      "a message has waited %1$s: the consumer is slow, or does not run"),

  /**
   * The function gave a message back that was sent {@link
   * IdempotentConsumer.Builder#oldestMessageAlarm} before, since its handler or the store fails. By
   * default the alarm rings while there is time before such messages are dead-lettered, and until
   * none has come back for the longest backoff.
   */
  GIVEN_BACK(
      "GivenBackAlarm",
      "given-back",
      "a message fails again %1$s after it was sent, and is dead-lettered when it has failed for"
          + " more than %2$s"),

  /**
   * A message's outcome is unknown and an operator has to decide. One is enough: the message is
   * never run again by itself. The metric lasts a minute; the dead letter stays.
   */
  HELD("HeldAlarm", "held", "the outcome of a message is unknown and an operator has to decide"),

  /**
   * An attempt ended after its claim was taken over, so two attempts ran at the same time. One is
   * enough: the lease may be too short, or a clock wrong.
   */
  SUPERSEDED("SupersededAlarm", "superseded", "an attempt ended after its claim was taken over"),

  /**
   * A handler ended and its end could not be recorded. One is enough: its effect may be repeated or
   * held.
   */
  UNRECORDED("UnrecordedAlarm", "unrecorded", "a handler ended and its end was not recorded"),

  /**
   * The store refuses or does not answer, so messages are put off before they run. Three minutes of
   * five: a short fault costs only a redelivery, and the messages wait for as long as {@link
   * IdempotentConsumer.Builder#outageTolerance} says.
   */
  STORE_FAILED(
      "StoreFailedAlarm",
      "store-failed",
      "the table of records is not usable, and messages survive %2$s of it"),

  /**
   * Two messages of one business key contradict each other. One is enough: a producer is wrong, and
   * stays wrong until it is corrected.
   */
  KEY_REUSED("KeyReusedAlarm", "key-reused", "two messages of one key contradict each other"),

  /**
   * A message passed for a duplicate of one that a function of another name handled. One is enough:
   * two consumers that share a name and a table lose each other's messages. The alarm also rings
   * after the function was renamed, for copies of messages from before.
   */
  FOREIGN(
      "ForeignAlarm",
      "two-consumers-of-one-name",
      "a message was skipped for what a function of another name did"),

  /**
   * Whole invocations fail: crashed, out of time or memory, without a class, or not initialized.
   * Three minutes of five. All versions of the function count, even those that nobody calls through
   * the alias.
   */
  ERRORS("ErrorsAlarm", "errors", "invocations of the function fail"),

  /**
   * Lambda refuses to run the function. Three minutes of five: each refusal uses up a receive of a
   * batch that never ran.
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
