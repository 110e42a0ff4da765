package dev.effectivelyonce.cdk;

/**
 * The alarms of a consumer. Each has a part of its own in {@code docs/operations.md}, which its
 * description names.
 *
 * <p>An alarm rings for one occurrence where a message may need a person, and only for a lasting
 * state, three minutes of five, where a redelivery usually sets things right: a single lost process
 * or throttle is what the consumer is made for. What is too rare to last three minutes shows as a
 * dead letter or an old message in the end.
 *
 * <p>{@link #HELD}, {@link #SUPERSEDED}, {@link #UNRECORDED}, {@link #STORE_FAILED}, {@link
 * #KEY_REUSED} and {@link #FOREIGN} need the metrics that the consumer's {@code MetricsObserver}
 * writes ({@code .observer(…)}, module {@code effectively-once-metrics}): without it they never
 * ring. The others are AWS's own.
 */
public enum ConsumerAlarm {
  /**
   * A message is in the dead-letter queue. One is enough, within a minute: nothing brings it back
   * by itself. It rings until the queue is empty.
   */
  DEAD_LETTERS("DeadLetterAlarm", "dead-letters", "messages wait in the dead-letter queue"),

  /**
   * The oldest message has waited for {@link IdempotentConsumer.Builder#oldestMessageAlarm}: by
   * default it rings while there is time before messages that fail all along are dead-lettered. It
   * rings until the queue has caught up.
   */
  OLDEST_MESSAGE(
      "OldestMessageAlarm",
      "oldest-message",
      "a message has waited %1$s: the consumer fails or is slow, and what fails for more than %2$s"
          + " is dead-lettered"),

  /**
   * A message's outcome is unknown and an operator has to decide. One is enough: it is never run
   * again by itself. The metric lasts a minute; what stays is the dead letter.
   */
  HELD("HeldAlarm", "held", "the outcome of a message is unknown and an operator has to decide"),

  /**
   * An attempt ended after its claim was taken over, so two attempts ran at the same time. One is
   * enough: it asks for a longer lease or a look at the clock.
   */
  SUPERSEDED("SupersededAlarm", "superseded", "an attempt ended after its claim was taken over"),

  /**
   * A handler ended and its end could not be recorded. One is enough: its effect may be repeated or
   * held.
   */
  UNRECORDED("UnrecordedAlarm", "unrecorded", "a handler ended and its end was not recorded"),

  /**
   * The store refuses or does not answer, so messages are put off before they run. Three minutes of
   * five: a short fault costs a redelivery and nothing else, and the messages wait for as long as
   * {@link IdempotentConsumer.Builder#survivesOutageOf} says.
   */
  STORE_FAILED(
      "StoreFailedAlarm",
      "store-failed",
      "the table of records is not usable, and messages survive %2$s of it"),

  /**
   * Two messages of one business key contradict each other. One is enough: a producer is wrong, and
   * goes on being wrong until told.
   */
  KEY_REUSED("KeyReusedAlarm", "key-reused", "two messages of one key contradict each other"),

  /**
   * A message passed for a duplicate of what a function of another name did. One is enough: two
   * consumers that share a name and a table lose each other's messages. It also rings after the
   * function was renamed, for copies of what it did under its former name.
   */
  FOREIGN(
      "ForeignAlarm",
      "two-consumers-of-one-name",
      "a message was skipped for what a function of another name did"),

  /**
   * Whole invocations fail: crashed, out of time or memory, without a class, or not initialized.
   * Three minutes of five. All versions of the function count, those that nobody calls through the
   * alias too.
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
