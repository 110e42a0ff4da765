package dev.effectivelyonce.outbox;

/** The result of sending a message. */
sealed interface SendResult {
  /** The service has the message. */
  record Sent() implements SendResult {}

  /**
   * The message may be sent another time; whether the service has it is not known.
   *
   * @param reason for the log, without content
   * @param concern whose fault it is
   */
  record Later(String reason, Concern concern) implements SendResult {
    /** Makes a result for a fault of the destination. */
    Later(String reason) {
      this(reason, Concern.DESTINATION);
    }

    /** Returns the result of the messages behind it in its lane. */
    Later behind() {
      return new Later("behind another one", concern);
    }
  }

  /** The cause for which a message waits. */
  enum Concern {
    /** The destination refuses, or does not answer. */
    DESTINATION,
    /** Other messages of its lane come first. */
    LANE,
    /** The invocation ends. */
    TIME,
    /** The outbox table does not answer, or keeps what is to be deleted. */
    TABLE
  }

  /**
   * The service never takes the message.
   *
   * @param reason for the log, without content
   */
  record Never(String reason) implements SendResult {}

  /** The request is refused for one message that is not named: each has to be sent alone. */
  record Alone() implements SendResult {}
}
