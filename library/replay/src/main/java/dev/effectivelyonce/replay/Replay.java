package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.DecisionCounter.Counting;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Brings the dead letters of a consumer back to its source queue, as {@link ReplayDecision} says
 * for each: what is done is deleted, what may run is sent, the rest is left.
 *
 * <p>A message is sent first and deleted then. A crash in between leaves two copies, of which the
 * consumer's record makes one a duplicate; nothing is lost. For the same reason any number of
 * replays may run at once, and while the consumer works. Each message is sent by a call of its own,
 * since a batch may be no larger in total than a single message.
 *
 * <p>Standard queue: up to eighty messages at once, ten at a rate. FIFO queue: one after the other,
 * in the order of their groups. Safe for use by many threads.
 */
public final class Replay {
  private final QueuePair queues;
  private final IdempotencyStore store;
  private final LetterQueue queue;
  private final Platform platform;

  private Replay(QueuePair queues, IdempotencyStore store, LetterQueue queue, Platform platform) {
    this.queues = queues;
    this.store = store;
    this.queue = queue;
    this.platform = platform;
  }

  /**
   * Returns a replay of one queue. On the dead-letter queue it needs {@code sqs:ReceiveMessage},
   * {@code DeleteMessage}, {@code ChangeMessageVisibility}, {@code GetQueueAttributes} and {@code
   * ListDeadLetterSourceQueues}. On the source queue it needs {@code SendMessage} and {@code
   * GetQueueAttributes}, and on the store the rights to read and settle.
   *
   * @param client its calls should give up after some seconds, so that a run can keep its deadline
   * @param store the consumer's
   */
  public static Replay of(
      SqsClient client, IdempotencyStore store, ReplayQueue queue, Platform platform) {
    return over(new SqsQueues(client, queue), store, queue, platform);
  }

  /**
   * Returns a replay of parked records. Each goes back by an invocation of its consumer's function,
   * with an event of that record alone. It is deleted when the function has answered that it is
   * done, or parked again. On the parking queue it needs {@code sqs:ReceiveMessage}, {@code
   * DeleteMessage}, {@code ChangeMessageVisibility} and {@code GetQueueAttributes}, and on the
   * store the rights to read and settle.
   *
   * @param client its calls should give up after some seconds, so that a run can keep its deadline
   * @param functions invokes the consumer's function, with {@code lambda:InvokeFunction}
   * @param store the consumer's
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
    return new Replay(queues, store, queue, platform);
  }

  /**
   * Replays until nothing is left to examine. Ends before that at the limit or the deadline, and
   * after an interrupt of the thread. Ends too when what it sends comes straight back, and when SQS
   * or the store fails. Returns what was done in each of these cases; another run goes on from
   * there. What it leaves is visible to others again when it returns. Where thousands are left at
   * the deadline, that takes some minutes more. No message is examined twice in a run. A message
   * that it sent and that is dead-lettered again is left for another run. After an interrupt a send
   * that was begun is followed by its delete.
   *
   * @param deadline after which no further message is begun; what was begun, and giving back what
   *     is left, take some seconds more. Empty: none
   * @throws QueueException if a queue can't be used from the start; nothing has happened then
   */
  public ReplayReport run(
      ReplayRequest request, Optional<Instant> deadline, ReplayListener listener) {
    LetterAction action =
        request.mode() == RunMode.REPLAY ? LetterAction.replay() : LetterAction.none();
    return run(request, action, Counting.ENDED, deadline, listener);
  }

  /**
   * Passes over the dead letters as a replay does, and does with each what the action says. The
   * limit of the request counts every message that its filter chooses.
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
    StopSignal stop = new StopSignal();
    DecisionCounter tally = new DecisionCounter(request.mode(), counting, listener);
    Instant end = deadline.orElse(Instant.MAX);
    return RunThreads.alone(() -> prepared(request, action, tally, end, stop).run(), stop::set);
  }

  private ReplayRun prepared(
      ReplayRequest request,
      LetterAction action,
      DecisionCounter tally,
      Instant end,
      StopSignal stop) {
    RateLimiter pacing = new RateLimiter(request.ratePerSecond(), platform);
    RunContext run = new RunContext(queues.facts(), pacing, end, platform.clock(), stop);
    DeadLetterBuffer letters =
        new DeadLetterBuffer(queues, platform.clock(), pacing.interval(), end, queue);
    MessageReplay messages =
        new MessageReplay(queues.withDeadline(end), store(end), queue, request, action, run);
    return new ReplayRun(request, queue, platform.clock(), end, tally, letters, messages, stop);
  }

  private IdempotencyStore store(Instant end) {
    return end.isBefore(Instant.MAX) ? store.withDeadline(end) : store;
  }
}
