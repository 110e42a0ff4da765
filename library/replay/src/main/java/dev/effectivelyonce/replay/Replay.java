package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.DecisionCounter.Counting;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Returns the dead letters of a consumer to its source queue. {@link ReplayDecision} decides for
 * each of them: messages that are done are deleted, messages that may run are sent, and all others
 * are left.
 *
 * <p>A message is first sent and then deleted. A crash in between leaves two copies, and the
 * consumer's record makes one of them a duplicate; nothing is lost. For the same reason any number
 * of replays may run at once, and while the consumer works. Each message is sent in a call of its
 * own, because a batch may not be larger in total than a single message.
 *
 * <p>On a standard queue up to eighty messages are replayed at once, or ten if a rate is set. On a
 * FIFO queue they are replayed one after the other, in the order of their groups. Safe for use by
 * many threads.
 */
public final class Replay {
  private final QueuePair queues;
  private final IdempotencyStore store;
  private final LetterQueue queue;
  private final Platform platform;
  private final SendTracer tracer;

  private Replay(
      QueuePair queues,
      IdempotencyStore store,
      LetterQueue queue,
      Platform platform,
      SendTracer tracer) {
    this.queues = queues;
    this.store = store;
    this.queue = queue;
    this.platform = platform;
    this.tracer = tracer;
  }

  /**
   * Returns a replay of one queue. On the dead-letter queue it needs {@code sqs:ReceiveMessage},
   * {@code DeleteMessage}, {@code ChangeMessageVisibility}, {@code GetQueueAttributes} and {@code
   * ListDeadLetterSourceQueues}. On the source queue it needs {@code SendMessage} and {@code
   * GetQueueAttributes}, and on the store the permissions to read and settle.
   *
   * @param client a client with calls that give up after some seconds, so that a run can keep its
   *     deadline
   * @param store the consumer's store
   */
  public static Replay of(
      SqsClient client, IdempotencyStore store, ReplayQueue queue, Platform platform) {
    return over(new SqsQueues(client, queue), store, queue, platform);
  }

  /**
   * Returns a replay of parked records. For each record it invokes the consumer's function with an
   * event that contains only this record. The record is deleted after the function has answered
   * that it is done or parked again. On the parking queue it needs {@code sqs:ReceiveMessage},
   * {@code DeleteMessage}, {@code ChangeMessageVisibility} and {@code GetQueueAttributes}, and on
   * the store the permissions to read and settle.
   *
   * @param client a client with calls that give up after some seconds, so that a run can keep its
   *     deadline
   * @param functions invokes the consumer's function, with {@code lambda:InvokeFunction}
   * @param store the consumer's store
   */
  public static Replay ofParked(
      SqsClient client,
      FunctionInvoker functions,
      IdempotencyStore store,
      ParkingQueue queue,
      Platform platform) {
    SqsLetters letters = new SqsLetters(client, queue.url());
    return over(
        new ParkedQueue(letters, queue, functions, platform.clock()), store, queue, platform);
  }

  static Replay over(
      QueuePair queues, IdempotencyStore store, LetterQueue queue, Platform platform) {
    return new Replay(queues, store, queue, platform, SendTracer.none());
  }

  /**
   * Returns a replay like this one, with a span for each run, and one for each letter that a run
   * sends or deletes. A dry run has none. This one stays as it is. What the tracer throws is
   * logged, and has no other effect. Default: no spans.
   *
   * @param traces where the spans go, such as the {@code OpenTelemetryObserver}
   */
  public Replay tracedBy(SendTracer traces) {
    return new Replay(queues, store, queue, platform, traces.guarded());
  }

  /**
   * Replays until there are no more messages to examine. The run ends earlier at the limit or the
   * deadline, after an interrupt of the thread, if the messages that it sends come straight back,
   * or if SQS or the store fails. In all of these cases it returns a report, and another run goes
   * on from there. The messages that the run leaves are visible to others again when it returns; if
   * thousands are left at the deadline, this takes some minutes more. No message is examined twice
   * in a run. A message that the run sent and that is dead-lettered again is left for another run.
   * After an interrupt, a message whose send has begun is still deleted.
   *
   * @param deadline the time after which no further message is begun; finishing messages that were
   *     begun and returning the others takes some seconds more; empty: no deadline
   * @throws QueueException if a queue can't be used from the start; nothing has happened then
   */
  public ReplayReport run(
      ReplayRequest request, Optional<Instant> deadline, ReplayListener listener) {
    LetterAction action =
        request.mode() == RunMode.REPLAY ? LetterAction.replay() : LetterAction.none();
    return run(request, action, Counting.ENDED, deadline, listener);
  }

  /**
   * Examines the dead letters as a replay does, and carries out the action on each of them. Every
   * message that the request's filter selects counts towards the request's limit.
   *
   * @throws QueueException if a queue can't be used from the start; nothing has happened then
   */
  public ReplayReport run(ReplayRequest request, LetterAction action, ReplayListener listener) {
    return run(request, action, Counting.CHOSEN, Optional.empty(), listener);
  }

  private ReplayReport run(
      ReplayRequest request,
      LetterAction action,
      Counting counting,
      Optional<Instant> deadline,
      ReplayListener listener) {
    AtomicBoolean stop = new AtomicBoolean();
    DecisionCounter tally = new DecisionCounter(request.mode(), counting, listener);
    Instant end = deadline.orElse(Instant.MAX);
    SendTracer traces = request.mode() == RunMode.REPLAY ? tracer : SendTracer.none();
    SendSpan span = traces.onReplay(queue.consumer());
    return TraceSpan.around(
        span,
        () ->
            RunThreads.alone(
                () -> {
                  // The run has a thread of its own, on which its requests are to be children too.
                  try (TraceSpan.Scope ignored = span.enter()) {
                    return prepared(request, action, tally, end, traces, span, stop).run();
                  }
                },
                () -> stop.set(true)));
  }

  private ReplayRun prepared(
      ReplayRequest request,
      LetterAction action,
      DecisionCounter tally,
      Instant end,
      SendTracer traces,
      SendSpan span,
      AtomicBoolean stop) {
    RateLimiter pacing = new RateLimiter(request.ratePerSecond(), platform);
    RunContext run =
        new RunContext(queues.facts(), pacing, end, platform.clock(), traces, span, stop);
    DeadLetterBuffer letters =
        new DeadLetterBuffer(queues, platform.clock(), pacing.interval(), end, queue);
    MessageReplay messages =
        new MessageReplay(queues.withDeadline(end), store(end), queue, request, action, run);
    return new ReplayRun(request, queue, run, tally, letters, messages);
  }

  private IdempotencyStore store(Instant end) {
    return end.isBefore(Instant.MAX) ? store.withDeadline(end) : store;
  }
}
