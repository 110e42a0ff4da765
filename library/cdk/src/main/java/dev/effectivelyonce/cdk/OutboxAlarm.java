package dev.effectivelyonce.cdk;

/**
 * The alarms of an outbox. Each has a part of its own in {@code docs/operations.md}, which its
 * description names.
 */
public enum OutboxAlarm {
  /** The publisher gave up records of the stream. Their messages still wait in the table. */
  DEAD_LETTERS(
      "DeadLetterAlarm", "outbox-dead-letters", "the publisher gave up records of the stream"),

  /** The publisher is far behind the table's stream, such as for a destination that fails. */
  BEHIND("BehindAlarm", "outbox-behind", "the publisher is behind the table's stream"),

  /**
   * A message has waited long, and neither the publisher nor the sweeper could send it. One for
   * each destination.
   */
  OLDEST_MESSAGE(
      "OldestMessageAlarm", "outbox-oldest-message", "a message to %s waits and can't be sent"),

  /** A message has waited long for a destination that the outbox was not given. */
  UNKNOWN_DESTINATION(
      "UnknownDestinationAlarm",
      "outbox-unknown-destination",
      "a message waits for a destination that the outbox does not know"),

  /**
   * Whole invocations of the publisher fail, three minutes of five: a message that can't be sent is
   * no such failure.
   */
  PUBLISHER_ERRORS(
      "PublisherErrorsAlarm", "outbox-publisher-errors", "invocations of the publisher fail"),

  /** The sweeper itself fails: what the stream misses is not sent. */
  SWEEPER_ERRORS("SweeperErrorsAlarm", "outbox-sweeper-errors", "the sweeper fails"),

  /** No run of the sweeper has succeeded for a quarter of an hour, or its schedule has stopped. */
  SWEEPER_STOPPED(
      "SweeperStoppedAlarm",
      "outbox-sweeper-stopped",
      "the sweeper has not run for a quarter of an hour");

  private final String constructId;
  private final String anchor;
  private final String meaning;

  OutboxAlarm(String constructId, String anchor, String meaning) {
    this.constructId = constructId;
    this.anchor = anchor;
    this.meaning = meaning;
  }

  AlarmText text() {
    return new AlarmText(constructId, anchor, meaning);
  }

  /** Returns the text of the alarm for one destination. */
  AlarmText text(String destination) {
    return text().of(destination);
  }
}
