package dev.effectivelyonce.simulation.history;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.sqs.StoreWrites;
import java.time.Duration;
import java.util.Optional;

/**
 * The system of a history.
 *
 * @param queue the kind of its queues
 * @param policy of the consumer
 * @param hosting what Lambda does at a timeout
 * @param skew how far clocks may be off
 * @param batchSize the most messages of an invocation
 * @param maxReceives of the source queue
 * @param visibility of the source queue
 * @param writes whether messages of a batch write to the store together
 * @param shape how its handlers have their effects
 * @param environments how many invocations run at once; of managed instances, in each environment
 * @param keys how many business keys there are
 * @param groups how many message groups there are
 * @param messages how many events are sent, copies not counted
 * @param store what keeps the records
 * @param source where its messages come from
 */
public record Plan(
    QueueKind queue,
    AbandonedClaimPolicy policy,
    Hosting hosting,
    Skew skew,
    int batchSize,
    int maxReceives,
    Duration visibility,
    StoreWrites writes,
    Shape shape,
    int environments,
    int keys,
    int groups,
    int messages,
    StoreModel store,
    SourceModel source) {
  /** The kind of a queue. */
  public enum QueueKind {
    /** Without order, at least once. */
    STANDARD,
    /** In the order of message groups. */
    FIFO
  }

  /** How handlers have their effects. */
  public enum Shape {
    /** By themselves, under the claim. */
    PLAIN,
    /** In a step whose provider can be asked. */
    STEPPED,
    /** In steps of which either all happen, or those that happened are undone. */
    SAGA,
    /** Together with the completion of the claim. */
    COMMITTED,
    /** Together with the record, without a claim. */
    SINGLE_SHOT;

    boolean commits() {
      return this == COMMITTED || this == SINGLE_SHOT;
    }
  }

  /** What makes the requests of an API happen once. */
  public enum Front {
    /** The library, by the Idempotency-Key. */
    HTTP,
    /** Powertools' annotation over the library's store. */
    POWERTOOLS
  }

  /** What Lambda does with an invocation at its timeout. */
  public enum Hosting {
    /** It ends the process; a process has one invocation at a time. */
    ON_DEMAND,
    /** Nothing: the invocation goes on, and counts as failed. A process has many at once. */
    MANAGED_INSTANCES
  }

  /** How far clocks are off. */
  public enum Skew {
    /** Not at all. */
    NONE,
    /** By less than the lease margin between any two: the guarantee holds. */
    WITHIN_MARGIN,
    /** By more: attempts may overlap, and the guarantee that remains is smaller. */
    BEYOND_MARGIN
  }

  private static final Shape[] SHAPES = {
    Shape.PLAIN, Shape.PLAIN, Shape.COMMITTED, Shape.SINGLE_SHOT, Shape.STEPPED
  };
  private static final int[] BATCH_SIZES = {10, 1, 2, 3};
  private static final int[] MAX_RECEIVES = {3, 1, 2, 5};
  private static final Duration[] VISIBILITY = {
    Duration.ofSeconds(36), Duration.ofSeconds(9), Duration.ofSeconds(5)
  };

  private static final int ENDLESS = 1_000;
  private static final int WIDENED = 18;
  private static final int MOST_TOGETHER = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(4);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(14);
  private static final Duration LEASE = Duration.ofMillis(1500);

  /** That of a consumer which sets none. */
  private static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  private static final Duration CACHE_AGE = Duration.ofSeconds(30);

  /** Draws a system over a store, with messages from a source. */
  public static Plan of(Choices choices, StoreModel store, SourceModel source) {
    QueueKind queue = choices.next(2) == 0 ? QueueKind.STANDARD : QueueKind.FIFO;
    AbandonedClaimPolicy policy = policy(choices.next(2), store);
    Hosting hosting = choices.next(4) == 3 ? Hosting.MANAGED_INSTANCES : Hosting.ON_DEMAND;
    Skew skew = skew(choices.next(8));
    int batchSize = BATCH_SIZES[choices.next(BATCH_SIZES.length)];
    int maxReceives = MAX_RECEIVES[choices.next(MAX_RECEIVES.length)];
    Duration visibility = VISIBILITY[choices.next(VISIBILITY.length)];
    StoreWrites writes = choices.next(2) == 0 ? StoreWrites.SINGLE : StoreWrites.GROUPED;
    Shape shape = shape(choices.next(SHAPES.length), store);
    int environments = 1 + choices.next(3);
    int keys = 1 + choices.next(4);
    int groups = 1 + choices.next(2);
    int messages = 1 + choices.next(6);
    boolean isSaga = shape == Shape.STEPPED && choices.next(2) == 1;
    int mixed = batchSize + maxReceives + environments + keys + groups + messages;
    boolean isWide = queue == QueueKind.STANDARD && batchSize == MOST_TOGETHER && mixed == WIDENED;
    return new Plan(
        queue,
        // Under HOLD an abandoned claim is held, and its saga goes nowhere.
        isSaga ? AbandonedClaimPolicy.RERUN : policy,
        hosting,
        skew,
        // What mixed() decides stays as it is.
        batchSize + (isWide ? 30 : 0),
        maxReceives,
        visibility,
        writes,
        isSaga ? Shape.SAGA : shape,
        environments,
        keys + (isWide ? 48 : 0),
        groups,
        messages + (isWide ? 42 : 0),
        store,
        source);
  }

  /** A store that forgets refuses HOLD. */
  private static AbandonedClaimPolicy policy(int drawn, StoreModel store) {
    return drawn == 0 || store == StoreModel.REDIS_ASYNC
        ? AbandonedClaimPolicy.RERUN
        : AbandonedClaimPolicy.HOLD;
  }

  private static Shape shape(int drawn, StoreModel store) {
    Shape shape = SHAPES[drawn];
    return store.isRedis() && shape.commits() ? Shape.PLAIN : shape;
  }

  /**
   * Whether its batches may hold more messages than DynamoDB takes statements, as those of a
   * standard queue with a batching window may.
   */
  public boolean isWide() {
    return batchSize > MOST_TOGETHER;
  }

  private static Skew skew(int drawn) {
    return drawn < 4 ? Skew.NONE : drawn < 7 ? Skew.WITHIN_MARGIN : Skew.BEYOND_MARGIN;
  }

  /** Whether two attempts never run at once, as the guarantee says. */
  public boolean excludes() {
    return skew != Skew.BEYOND_MARGIN;
  }

  /** Whether a handler begins only when its claim is written. */
  public boolean claimsFirst() {
    return shape != Shape.SINGLE_SHOT;
  }

  /** The function's timeout: with a heartbeat it is longer than a lease. */
  public Duration timeout() {
    return heartbeat().isPresent() ? LONG_TIMEOUT : TIMEOUT;
  }

  /**
   * The lease of a consumer with a heartbeat: of a worker always, of a function in about a quarter
   * of the histories. It follows from what was drawn: a draw of its own would give every seed that
   * was ever recorded another history.
   */
  public Optional<Duration> heartbeat() {
    return claimsFirst() && (isOnWorkers() || mixed() % 4 == 0)
        ? Optional.of(LEASE)
        : Optional.empty();
  }

  /** Whether processes receive messages themselves, and no function does. */
  public boolean isOnWorkers() {
    return source == SourceModel.SQS_WORKER;
  }

  /** For how long a message is hidden that was received, if its process dies. */
  public Duration hidden() {
    return isOnWorkers()
        ? heartbeat().map(lease -> lease.plus(LEASE_MARGIN)).orElse(visibility)
        : visibility;
  }

  /**
   * Whether what handlers commit holds a message to others, in half of the histories with commits
   * to DynamoDB by a function.
   */
  public boolean hasOutbox() {
    return store == StoreModel.DYNAMODB && !isOnWorkers() && shape.commits() && mixed() % 4 < 2;
  }

  /**
   * Whether the history also knows what is rarer on AWS: conflicts, deletions by TTL, clocks that
   * step, a batch that is invoked twice, small groups; a third of them, and the others are what
   * they would be without.
   */
  public boolean isHostile() {
    return mixed() % 3 == 0;
  }

  /** Whether a message's key is one of its attributes, in a fifth of the hostile histories. */
  public boolean isKeyedByAttribute() {
    return isHostile() && mixed() % 5 == 0;
  }

  /**
   * For how long its processes remember what is done, in a fifth of the histories whose clocks
   * agree.
   */
  public Optional<Duration> cacheAge() {
    return excludes() && mixed() % 5 == 2 ? Optional.of(CACHE_AGE) : Optional.empty();
  }

  /**
   * The API beside a function: in an eighth of the histories with plain effects or commits that of
   * the library, in another eighth of those with plain effects that of Powertools. These have no
   * heartbeat and no outbox. An answer that a failover forgets is no promise.
   */
  public Optional<Front> front() {
    if (store == StoreModel.REDIS_ASYNC || isOnWorkers()) {
      return Optional.empty();
    }
    if ((shape == Shape.PLAIN || shape == Shape.COMMITTED) && mixed() % 8 == 3) {
      return Optional.of(Front.HTTP);
    }
    return shape == Shape.PLAIN && mixed() % 8 == 7
        ? Optional.of(Front.POWERTOOLS)
        : Optional.empty();
  }

  private int mixed() {
    return batchSize + maxReceives + environments + keys + groups + messages;
  }

  /** The function that receives what is sent on: its queue has no dead letters. */
  public Plan ofReceiver(QueueKind destination) {
    return new Plan(
        destination,
        AbandonedClaimPolicy.RERUN,
        hosting,
        skew,
        batchSize,
        ENDLESS,
        visibility,
        writes,
        Shape.COMMITTED,
        environments,
        keys,
        groups,
        messages,
        store,
        SourceModel.SQS);
  }
}
