package dev.effectivelyonce.cli.doctor;

import dev.effectivelyonce.cli.aws.QueueSettings;

/** Rules of a source queue and its dead-letter queue. */
final class QueueChecks {
  private QueueChecks() {}

  static void pair(QueueSettings source, QueueSettings deadLetters, Examination found) {
    found.require(
        source.isFifo() == deadLetters.isFifo(),
        deadLetters.name(),
        "its kind (" + kind(deadLetters) + ") is not that of its source queue",
        "Make it " + kind(source) + ": SQS moves messages between queues of one kind alone");
    found.require(
        deadLetters.retention().compareTo(source.retention()) >= 0,
        deadLetters.name(),
        "it keeps messages for %s, less than the source queue (%s)"
            .formatted(deadLetters.retention(), source.retention()),
        "Raise its retention: a message of a standard queue keeps its age when it moves, and would"
            + " be gone before anybody looks");
  }

  private static String kind(QueueSettings queue) {
    return queue.isFifo() ? "FIFO" : "standard";
  }
}
