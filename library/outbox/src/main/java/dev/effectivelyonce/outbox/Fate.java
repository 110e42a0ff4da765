package dev.effectivelyonce.outbox;

/** What became of sending a message. */
sealed interface Fate {
  /** The service has it. */
  record Sent() implements Fate {}

  /**
   * It may go another time; whether the service has it is not known.
   *
   * @param reason for the log, without content
   * @param concern why it waits
   */
  record Later(String reason, Concern concern) implements Fate {
    /** For the sake of this message, or of this moment. */
    Later(String reason) {
      this(reason, Concern.MESSAGE);
    }
  }

  /** Why a message waits. */
  enum Concern {
    /** Its own answer, or its turn. */
    MESSAGE,
    /** The service does not answer. */
    SERVICE
  }

  /**
   * The service never takes it.
   *
   * @param reason for the log, without content
   */
  record Never(String reason) implements Fate {}
}
