package dev.effectivelyonce.cdk;

/**
 * The alarms of an outbox. Each alarm has a section in {@code docs/operations.md}, which its
 * description names.
 */
public enum OutboxAlarm {
  /** The publisher gave up records of the stream. Their messages still wait in the table. */
  DEAD_LETTERS(
      "DeadLetterAlarm", "outbox-dead-letters", "the publisher gave up records of the stream"),

  /** The publisher is far behind the table's stream, for example because a destination fails. */
  BEHIND("BehindAlarm", "outbox-behind", "the publisher is behind the table's stream"),

  /**
   * A message has waited long, and neither the publisher nor the sweeper could send it. There is
   * one alarm for each destination.
   */
  OLDEST_MESSAGE(
      "OldestMessageAlarm", "outbox-oldest-message", "a message to %s waits and can't be sent"),

  /** A message to a destination that the outbox does not know has waited long. */
  UNKNOWN_DESTINATION(
      "UnknownDestinationAlarm",
      "outbox-unknown-destination",
      "a message waits for a destination that the outbox does not know"),

  /**
   * Whole invocations of the publisher fail. Rings after three minutes of five. A message that
   * can't be sent is not such a failure.
   */
  PUBLISHER_ERRORS(
      "PublisherErrorsAlarm", "outbox-publisher-errors", "invocations of the publisher fail"),

  /** The sweeper itself fails, so messages that the stream missed are not sent. */
  SWEEPER_ERRORS("SweeperErrorsAlarm", "outbox-sweeper-errors", "the sweeper fails"),

  /** No run of the sweeper has succeeded for 15 minutes, or its schedule has stopped. */
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
