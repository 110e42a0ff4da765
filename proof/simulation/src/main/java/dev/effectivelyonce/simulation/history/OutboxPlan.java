package dev.effectivelyonce.simulation.history;

import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import dev.effectivelyonce.simulation.kernel.Choices;
import java.time.Duration;

/**
 * The outbox of a history.
 *
 * @param destination the kind of the queue behind it
 * @param batchSize the most records of an invocation of the publisher
 * @param shards of its stream
 * @param lanes how many ordering keys there are; 0: messages have none
 * @param sweptAfter how old a message is that the sweeper sends
 * @param toldBy what the receiver tells copies by
 * @param messages how many an event has, one behind the other in its lane
 * @param second what becomes of a second destination
 */
public record OutboxPlan(
    QueueKind destination,
    int batchSize,
    int shards,
    int lanes,
    Duration sweptAfter,
    ToldBy toldBy,
    int messages,
    Second second) {
  /** What a receiver tells messages apart by. */
  public enum ToldBy {
    /** The business key in the body. */
    BUSINESS_KEY,
    /** The message's id, which is an attribute. */
    ID
  }

  /** A second destination. */
  public enum Second {
    /** There is one. */
    PRESENT,
    /** There is none. */
    ABSENT,
    /** It fails when all else is well, and only at last comes back. */
    STAYS_AWAY
  }

  private static final int[] BATCH_SIZES = {100, 1, 2, 3};
  private static final int[] LANES = {1, 1, 2, 0};
  private static final Duration[] SWEPT_AFTER = {
    Duration.ofMinutes(10), Duration.ofSeconds(30), Duration.ofSeconds(3)
  };

  private static final Duration TOLD_WITHIN = Duration.ofMinutes(10);

  /** Draws an outbox. */
  public static OutboxPlan of(Choices choices) {
    return new OutboxPlan(
        choices.next(2) == 0 ? QueueKind.STANDARD : QueueKind.FIFO,
        BATCH_SIZES[choices.next(BATCH_SIZES.length)],
        1 + choices.next(2),
        LANES[choices.next(LANES.length)],
        SWEPT_AFTER[choices.next(SWEPT_AFTER.length)],
        choices.next(2) == 0 ? ToldBy.BUSINESS_KEY : ToldBy.ID,
        1 + choices.next(2),
        Second.values()[choices.next(Second.values().length)]);
  }

  /**
   * Whether a commit may be told in parts: no message is swept while the rest of its commit is not
   * to be seen.
   */
  public boolean mayTear() {
    return sweptAfter.compareTo(TOLD_WITHIN) >= 0;
  }
}
