package dev.effectivelyonce.simulation.check;

/** What must hold in every history. */
public enum Invariant {
  /** A recorded completion is never overwritten, and none is recorded twice in a record's life. */
  ONE_COMPLETION,
  /** A record is completed again only when a failover has forgotten a write of it. */
  ONCE_UNLESS_A_FAILOVER,
  /** The end of an attempt is written by the attempt that holds the claim, and by no other. */
  ZOMBIES_REFUSED,
  /** A live claim is never taken, held, settled or forgotten, nor put anew over. */
  LIVE_CLAIM_KEPT,
  /** Who is told to be superseded holds the claim no more. */
  SUPERSEDED_HAS_LOST_IT,
  /** A handler begins only under its own claim. */
  UNDER_ITS_CLAIM,
  /** Handlers of one key do not run at once. */
  ONE_HOLDER,
  /** Of the handlers of one key at most one is told that it may count on its claim. */
  ONE_COUNTS_ON_IT,
  /** Under HOLD an effect happens once, unless an operator asked for another run. */
  AT_MOST_ONCE_UNDER_HOLD,
  /** Under RERUN an effect happens again only after an attempt that could not complete. */
  REPEATS_ACCOUNTED_FOR,
  /** What an attempt records as done has happened: its effect, its commit, each of its steps. */
  DONE_HAS_HAPPENED,
  /** An effect that is committed with its record happens once in the record's life. */
  COMMITTED_ONCE,
  /** A step whose provider can be asked happens at most once in the life of its record. */
  STEP_AT_MOST_ONCE,
  /** A saga ends done as a whole or undone as a whole, each step once, and never turns twice. */
  SAGA_IN_STEP,
  /** A record that is half done is listed, and does not expire. */
  HALF_DONE_IS_KEPT,
  /** A payload that contradicts the first of its key has no effect. */
  ONE_PAYLOAD,
  /** A message is acknowledged only when its record is completed. */
  ACKNOWLEDGED_IS_COMPLETED,
  /** A cache answers only for what was completed within its time. */
  CACHED_IS_RECENT,
  /** A replay deletes only what is completed, or what it has sent. */
  REPLAY_KEEPS,
  /** An erasure takes what may be personal of what is over, and leaves the rest as it is. */
  ERASURE_KEEPS_THE_RECORD,
  /** An acknowledged failure stays one, and nothing else is acknowledged. */
  ACKNOWLEDGED_IS_FAILED,
  /** A replay reopens what failed for good, and settles nothing else. */
  REPLAY_REOPENS_FAILED,
  /** The answer to a batch names messages of the batch, each once. */
  ANSWER_NAMES_THE_BATCH,
  /** An event is completed, or a message of it is in a queue. */
  NOTHING_LOST,
  /** What is kept of a completion is what its handler returned. */
  FIRST_RESULT,
  /** Within a message group nothing overtakes a message that may still run. */
  ORDER_IN_GROUP,
  /** A worker that is asked to stop begins nothing more, wherever its message waits. */
  STOP_BEGINS_NOTHING,
  /** A worker that is asked to stop ends when its grace is over. */
  STOP_ENDS,
  /** A worker gives up only if its process can't go on. */
  FAILS_WITH_REASON,
  /** What a worker receives after it was asked to stop is visible again when it ends. */
  STOP_GIVES_BACK,
  /** A worker that ends in time has asked SQS to delete each message whose event it completed. */
  STOP_DELETES_DONE,
  /** An outage as long as the consumer survives dead-letters nothing. */
  OUTAGE_SURVIVED,
  /** The position of a partition is never beyond a record that may still run. */
  POSITION_BEHIND_UNFINISHED,
  /** A record that failed for good is passed over only when it is parked. */
  PARKED_BEFORE_PASSED,
  /**
   * A record that failed for good is parked once, and again only where nobody heard of it; by one
   * id.
   */
  PARKED_ONCE,
  /** What is parked has failed for good. */
  PARKED_HAS_FAILED,
  /** Within a lane nothing overtakes a record that may still run. */
  ORDER_IN_LANE,
  /** Without faults everything comes to rest. */
  COMES_TO_REST,
  /** Without faults, and with an operator, every event is completed, unless contradicted. */
  EVERYTHING_COMPLETES,
  /** What was committed with an event reaches its destination, and leaves the outbox. */
  EVERYTHING_SENT_ON,
  /** Nothing is sent that was not committed with its event. */
  SENT_IS_COMMITTED,
  /**
   * Every copy of a message has one id, group and deduplication id; one life of a record has one.
   */
  COPIES_AGREE,
  /** What an event sends in another life of its record has another id: it is no copy. */
  LIVES_SEND_APART,
  /** First copies are sent in the order of the commits, within an ordering key. */
  SENT_IN_ORDER,
  /** What a process was told is sent, it does not send again. */
  NOT_SENT_AGAIN,
  /** While one destination is away, what goes to others gets there. */
  OTHERS_GO_ON,
  /** A sweeper leaves to the publisher what is young. */
  SWEPT_IS_OLD,
  /** However many copies there are, the receiver has one effect. */
  RECEIVED_ONCE,
  /** Every answer by which a request is done is the same. */
  ONE_ANSWER,
  /** A request is answered as done, or refused, only as its record says, with its effect. */
  ANSWERED_IS_RECORDED,
  /** Without faults, and with an operator, every request is answered for good. */
  EVERY_REQUEST_ANSWERED,
  /** No code of ours throws what it does not declare. */
  NO_BUG
}
