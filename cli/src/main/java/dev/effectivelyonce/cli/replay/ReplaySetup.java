package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.cli.aws.QueueLookup;
import dev.effectivelyonce.cli.aws.QueueSettings;
import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayQueue;

/**
 * A consumer's replay.
 *
 * @param replay over its queues and records
 * @param source its source queue
 * @param deadLetters its dead-letter queue
 */
public record ReplaySetup(Replay replay, QueueSettings source, QueueSettings deadLetters) {
  /**
   * Finds the consumer's queues.
   *
   * @throws CommandException if one is missing, or the consumer's retention is not configured
   */
  public static ReplaySetup of(ConsumerEntry consumer, Session session) {
    QueueLookup queues = session.queues();
    QueueSettings source = queues.settings(consumer.queue());
    QueueSettings deadLetters = queues.deadLetters(source);
    ReplayQueue queue =
        new ReplayQueue(
            consumer.identity(),
            source.url(),
            deadLetters.url(),
            consumer
                .retention()
                .orElseThrow(
                    () ->
                        CommandException.usage(
                            "The configuration has no retention in consumer " + consumer.name(),
                            "Add what its function has in EFFECTIVELY_ONCE_RETENTION")));
    return new ReplaySetup(
        Replay.of(session.clients().sqs(), session.store(consumer), queue, session.platform()),
        source,
        deadLetters);
  }
}
