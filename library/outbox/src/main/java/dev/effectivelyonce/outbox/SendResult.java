package dev.effectivelyonce.outbox;

/** What became of sending a message. */
sealed interface SendResult {
  /** The service has it. */
  record Sent() implements SendResult {}

  /**
   * It may go another time; whether the service has it is not known.
   *
   * @param reason for the log, without content
   * @param concern whose trouble it is
   */
  record Later(String reason, Concern concern) implements SendResult {
    /** For a reason of the destination's. */
    Later(String reason) {
      this(reason, Concern.DESTINATION);
    }

    /** What is behind it in its lane. */
    Later behind() {
      return new Later("behind another one", concern);
    }
  }

  /** Whose trouble it is that a message waits. */
  enum Concern {
    /** The destination refuses, or does not answer. */
    DESTINATION,
    /** Others of its lane come first. */
    LANE,
    /** The invocation ends. */
    TIME,
    /** The outbox table does not answer, or keeps what is to be deleted. */
    TABLE
  }

  /**
   * The service never takes it.
   *
   * @param reason for the log, without content
   */
  record Never(String reason) implements SendResult {}

  /** Its request is refused for the sake of one message that is not named: each has to go alone. */
  record Alone() implements SendResult {}
}
