package dev.effectivelyonce.operations.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.FunctionArn;
import dev.effectivelyonce.operations.deployed.FunctionLookups;
import dev.effectivelyonce.operations.deployed.ParkingLookup;
import dev.effectivelyonce.operations.deployed.QueueLookups;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.trail.Reason;
import dev.effectivelyonce.replay.LambdaInvoker;
import dev.effectivelyonce.replay.LetterAction;
import dev.effectivelyonce.replay.ParkingQueue;
import dev.effectivelyonce.replay.Replay;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunEnd;
import dev.effectivelyonce.replay.RunMode;
import java.time.Duration;
import java.util.Optional;

/**
 * A consumer's replay, of dead letters or of parked records.
 *
 * @param consumer its name
 * @param replay over its queues and records
 * @param target where its messages go back: its source queue, or its function, by name
 * @param deadLetters its dead-letter queue or parking queue
 */
public record ReplaySetup(
    String consumer, Replay replay, String target, QueueSettings deadLetters) {
  /**
   * How many messages a replay sends a second, unless somebody asks for another rate. It is slow
   * enough that what comes straight back is noticed before many more are sent, and for a service
   * that has just recovered. At this rate 10,000 take 17 minutes.
   */
  public static final double DEFAULT_RATE = 10;

  /** What the trail of a record says why it was reopened, if nobody gives a reason. */
  private static final String WHY = "Reopened by a replay";

  /**
   * Finds the consumer's queues.
   *
   * @param reason why, for the trail of each record that is reopened
   * @throws OperationException if one is missing, the consumer's retention is not configured, or
   *     the reason is blank, too long, or has control characters
   */
  public static ReplaySetup of(
      ConsumerEntry consumer, OperatorContext context, Optional<String> reason) {
    String why = reason.map(ReplaySetup::why).orElse(WHY);
    IdempotencyStore store = context.signed(consumer, Optional.of(why));
    return consumer
        .queue()
        .map(queue -> ofLetters(consumer, context, store, queue))
        .or(() -> consumer.function().map(it -> ofParked(consumer, context, store, it)))
        .orElseThrow(
            () ->
                OperationException.usage(
                    "The configuration has no queue in consumer " + consumer.name(),
                    "Of an API there is nothing to replay: its callers repeat their requests"));
  }

  /**
   * Returns what the trail of a record says why it was reopened, if somebody gives a reason.
   *
   * @throws OperationException if the reason is blank, too long, or has control characters
   */
  public static String why(String reason) {
    return Reason.checked(reason, WHY + ": ");
  }

  private static ReplaySetup ofLetters(
      ConsumerEntry consumer, OperatorContext context, IdempotencyStore store, String name) {
    QueueLookups queues = context.queues();
    QueueSettings source = queues.settings(name);
    QueueSettings deadLetters = queues.deadLetters(source);
    ReplayQueue queue =
        new ReplayQueue(consumer.identity(), source.url(), deadLetters.url(), retention(consumer));
    return new ReplaySetup(
        consumer.name(),
        Replay.of(context.clients().sqs(), store, queue, context.platform()),
        source.name(),
        deadLetters);
  }

  private static ReplaySetup ofParked(
      ConsumerEntry consumer, OperatorContext context, IdempotencyStore store, String name) {
    Clients clients = context.clients();
    FunctionArn function = FunctionArn.named(name);
    QueueSettings parking =
        context.queues().settings(ParkingLookup.of(function, new FunctionLookups(clients)));
    ParkingQueue queue =
        new ParkingQueue(
            new ConsumerName(consumer.name()),
            parking.url(),
            function.invoked(),
            retention(consumer));
    return new ReplaySetup(
        consumer.name(),
        Replay.ofParked(
            clients.sqs(),
            new LambdaInvoker(clients::invocations),
            store,
            queue,
            context.platform()),
        function.name(),
        parking);
  }

  private static Duration retention(ConsumerEntry consumer) {
    return consumer
        .retention()
        .orElseThrow(
            () ->
                OperationException.usage(
                    "The configuration has no retention in consumer " + consumer.name(),
                    "Add what its function has in EFFECTIVELY_ONCE_RETENTION"));
  }

  /** Runs it. If its thread is interrupted it gives back what it holds, and the result says so. */
  public ReplayResult run(ReplayRequest request, ReplayListener listener) {
    return result(replay.run(request, Optional.empty(), listener));
  }

  /**
   * Passes over the dead letters, and does with each that the request is about what the action
   * says. If its thread is interrupted it gives back what it holds, and the report says so.
   */
  public ReplayReport pass(ReplayRequest request, LetterAction action, ReplayListener listener) {
    return replay.run(request, action, listener);
  }

  /**
   * The result of a run that finds nothing; empty if there is something to replay. SQS's number of
   * messages lags behind, so where it is 0 the queue is looked at.
   *
   * @throws OperationException if its thread is interrupted meanwhile; what it received is given
   *     back
   */
  public Optional<ReplayResult> ofNothing() {
    if (deadLetters.messages().filter(count -> count == 0).isEmpty()) {
      return Optional.empty();
    }
    ReplayRequest look = ReplayRequest.everything().withMode(RunMode.DRY_RUN).withMaxMessages(1);
    ReplayReport seen = replay.run(look, Optional.empty(), ReplayListener.NONE);
    if (seen.end() == RunEnd.INTERRUPTED) {
      throw OperationException.interrupted(
          "The look at %s was interrupted: nothing was sent, and what it received is given back"
              .formatted(deadLetters.name()));
    }
    return Optional.of(seen)
        .filter(report -> report.end() == RunEnd.EMPTY && report.counts().examined() == 0)
        .map(report -> result(asOfReplay(report)));
  }

  private ReplayResult result(ReplayReport report) {
    return new ReplayResult(consumer, target, deadLetters, report);
  }

  private static ReplayReport asOfReplay(ReplayReport report) {
    return new ReplayReport(
        RunMode.REPLAY,
        report.end(),
        report.problem(),
        report.counts(),
        report.remaining(),
        report.blockedGroups(),
        report.cameBack(),
        report.details(),
        report.detailsOmitted(),
        report.elapsed());
  }
}
