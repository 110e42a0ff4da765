package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.cli.aws.QueueLookup;
import dev.effectivelyonce.cli.aws.QueueSettings;
import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunEnd;
import dev.effectivelyonce.replay.RunMode;
import java.util.Optional;

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
    QueueSettings source = queues.settings(queue(consumer));
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

  private static String queue(ConsumerEntry consumer) {
    return consumer
        .queue()
        .orElseThrow(
            () ->
                CommandException.usage(
                    "The configuration has no queue in consumer " + consumer.name(),
                    "Of an API there is nothing to replay: its callers repeat their requests"));
  }

  /**
   * The report of a run that finds nothing; empty if there is something to replay. SQS's number of
   * messages lags behind, so where it is 0 the queue is looked at.
   */
  Optional<ReplayReport> ofNothing() {
    if (deadLetters.messages().filter(count -> count == 0).isEmpty()) {
      return Optional.empty();
    }
    ReplayRequest look = ReplayRequest.everything().withMode(RunMode.DRY_RUN).withMaxMessages(1);
    return Optional.of(replay.run(look, Optional.empty(), ReplayListener.NONE))
        .filter(report -> report.end() == RunEnd.EMPTY && report.counts().examined() == 0)
        .map(ReplaySetup::asOfReplay);
  }

  private static ReplayReport asOfReplay(ReplayReport report) {
    return new ReplayReport(
        RunMode.REPLAY,
        report.end(),
        report.problem(),
        report.counts(),
        report.remaining(),
        report.blockedGroups(),
        report.details(),
        report.detailsOmitted(),
        report.elapsed());
  }
}
