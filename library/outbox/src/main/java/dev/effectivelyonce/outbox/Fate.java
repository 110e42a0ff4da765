package dev.effectivelyonce.outbox;

/** What became of sending a message. */
sealed interface Fate {
  /** The service has it. */
  record Sent() implements Fate {}

  /**
   * It may go another time; whether the service has it is not known.
   *
   * @param reason for the log, without content
   */
  record Later(String reason) implements Fate {}

  /**
   * The service never takes it.
   *
   * @param reason for the log, without content
   */
  record Never(String reason) implements Fate {}
}
