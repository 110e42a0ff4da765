package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
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
 * <p>Standard queue: up to ten messages at once. FIFO queue: one after the other, in the order of
 * their groups. Safe for use by many threads.
 */
public final class Replay {
  private final QueuePair queues;
  private final IdempotencyStore store;
  private final ReplayQueue queue;
  private final Platform platform;

  private Replay(QueuePair queues, IdempotencyStore store, ReplayQueue queue, Platform platform) {
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

  static Replay over(
      QueuePair queues, IdempotencyStore store, ReplayQueue queue, Platform platform) {
    return new Replay(queues, store, queue, platform);
  }

  /**
   * Replays until nothing is left to examine, the limit or deadline is reached, the thread is
   * interrupted, or SQS or the store fails. Returns what was done in each of these cases; another
   * run goes on from there. What it leaves is visible to others again when it returns. Where
   * thousands are left at the deadline, that takes some minutes more. No message is examined twice
   * in a run. A message that it sent and that is dead-lettered again is left for another run.
   *
   * @param deadline after which no further message is begun; what was begun, and giving back what
   *     is left, take some seconds more. Empty: none
   * @throws QueueException if a queue can't be used from the start; nothing has happened then
   */
  public ReplayReport run(
      ReplayRequest request, Optional<Instant> deadline, ReplayListener listener) {
    QueuePair.Facts facts = queues.facts();
    RateLimiter pacing = new RateLimiter(request.ratePerSecond(), platform);
    Instant end = deadline.orElse(Instant.MAX);
    RunContext run = new RunContext(facts, pacing, end, platform.clock());
    DecisionCounter tally = new DecisionCounter(request.mode(), listener);
    DeadLetterBuffer letters =
        new DeadLetterBuffer(queues, platform.clock(), pacing.interval(), end);
    MessageReplay messages = new MessageReplay(queues, store(deadline), queue, request, run);
    BatchReplay batches = new BatchReplay(messages, letters, tally);
    return new ReplayRun(request, queue, platform.clock(), end, tally, letters, batches).run();
  }

  private IdempotencyStore store(Optional<Instant> deadline) {
    return deadline.map(store::endingBy).orElse(store);
  }
}
