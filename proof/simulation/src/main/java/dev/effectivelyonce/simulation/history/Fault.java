package dev.effectivelyonce.simulation.history;

/** What may go wrong, or at least otherwise. Each history draws how often, if at all. */
public enum Fault {
  /** A request never arrives. */
  REQUEST_LOST(20, 80, 300),
  /** A request arrives late, perhaps after its caller has given up or died. */
  REQUEST_LATE(20, 80, 300),
  /** A request is carried out, but its answer never arrives. */
  ANSWER_LOST(20, 80, 300),
  /** An answer arrives late. */
  ANSWER_LATE(20, 80, 300),
  /** A request is refused for now. */
  THROTTLED(20, 100, 400),
  /** A request is refused for a missing permission, which comes back. */
  DENIED(2, 10, 50),
  /** A statement of a group fails by itself. */
  STATEMENT_FAILS(20, 100, 300),
  /** A process dies between two of its steps. */
  PROCESS_DIES(50, 200, 500),
  /** A process stands still for a while in the middle of an invocation. */
  PROCESS_STALLS(20, 100, 300),
  /** An environment is thrown away between two invocations. */
  ENVIRONMENT_ENDS(50, 200, 500),
  /** An invocation begins long after its messages were received. */
  INVOCATION_LATE(20, 100, 300),
  /** A handler takes long, perhaps longer than its invocation may. */
  HANDLER_SLOW(50, 250, 600),
  /** A handler renews its claim before it takes its time. */
  HANDLER_RENEWS(30, 150, 500),
  /** A handler throws before its effect. */
  HANDLER_THROWS(30, 150, 400),
  /** A handler throws after its effect. */
  HANDLER_THROWS_AFTER_EFFECT(30, 150, 400),
  /** A handler fails before its effect, and may be tried again. */
  HANDLER_RETRIES(30, 150, 500),
  /** A handler fails for good, before any effect. */
  HANDLER_FAILS(30, 150, 400),
  /** A message is delivered twice by a standard queue. */
  DELIVERED_TWICE(20, 100, 400),
  /**
   * A standard queue carries out what is asked with a receipt handle that is no longer the last.
   */
  STALE_RECEIPT_TAKEN(100, 300, 700),
  /** Lambda does not delete a message that was acknowledged. */
  DELETE_LOST(30, 150, 400),
  /** Lambda deletes a message long after it was acknowledged. */
  DELETE_LATE(30, 150, 400),
  /** An invocation's answer is lost. */
  RESPONSE_LOST(20, 80, 300),
  /** A producer sends an event again. */
  SENT_AGAIN(100, 300, 700),
  /** A producer sends another event under the same key. */
  CONTRADICTED(50, 150, 300),
  /** A message can't be read. */
  UNREADABLE(30, 100, 200),
  /** A producer sends an event again after its record's retention. */
  SENT_AFTER_RETENTION(30, 60, 100),
  /** SQS moves dead letters back. */
  REDRIVEN(100, 300, 700),
  /** Dead letters are replayed while the consumer works. */
  REPLAYED(200, 500, 900),
  /** A replay dies. */
  REPLAY_DIES(100, 300, 600),
  /** An operator settles a record. */
  SETTLED(100, 300, 700),
  /** An operator forgets a record. */
  FORGOTTEN(30, 80, 200),
  /** A record of the outbox's stream is lost, or given up after a publisher failed. */
  STREAM_LOSES(20, 100, 300),
  /** DynamoDB leaves an item of a request undone. */
  ITEM_UNPROCESSED(20, 100, 300),
  /** A queue refuses a message of a request, or does not say that it has it. */
  ENTRY_FAILS(30, 150, 400),
  /** A queue says that it never takes a request with such a message. */
  REQUEST_REFUSED(10, 50, 150),
  /** The sweeper runs beside the publisher. */
  SWEPT(300, 600, 900),
  /** A destination begins to refuse everything, for a while. */
  DESTINATION_AWAY(20, 80, 200),
  /** The outbox table begins to refuse deletes, for a while. */
  DELETES_REFUSED(10, 40, 150),
  /** Of a commit one message is to be seen, and told by the stream, before another one. */
  COMMIT_TORN(100, 300, 700),
  /** A single write meets a transaction on its record, which the SDK does not repeat. */
  WRITE_CONFLICTS(30, 150, 400),
  /** DynamoDB deletes a record whose retention has passed. */
  RECORD_DELETED(200, 500, 900),
  /** A key of a request for many is left unread. */
  KEY_UNREAD(50, 200, 500),
  /** Lambda invokes two environments with one batch. */
  INVOKED_TWICE(20, 100, 300),
  /** The clock of a process steps. */
  CLOCK_STEPS(100, 300, 700),
  /** SQS does not tell the URL of a queue, or its attributes. */
  LOOKUP_FAILS(20, 100, 300),
  /** An operator forgets a record that an attempt has seen, and is about to take over. */
  FORGOTTEN_MEANWHILE(10, 30, 100),
  /**
   * A record that an attempt has seen, and is about to take over, is deleted by hand. No request is
   * late in such a history: against those {@code forget} helps, and nothing else.
   */
  DELETED_MEANWHILE(30, 100, 300),
  /** An operator who has asked the provider settles a step that is in doubt. */
  STEP_SETTLED(200, 500, 900),
  /** A request for several records is refused as a whole, such as for its size. */
  GROUP_REFUSED(20, 100, 300),
  /** An operator erases what is personal of what is over. */
  ERASED(200, 500, 900),
  /** An operator acknowledges a failure. */
  ACKNOWLEDGED(200, 500, 900),
  /** A renewal arrives while another attempt decides about the claim that it renews. */
  RENEWED_MEANWHILE(200, 500, 900),
  /** A renewal does not arrive in its time. */
  RENEWAL_LOST(100, 300, 700),
  /** A replica is promoted; for a while some processes still reach the old primary. */
  FAILOVER(2, 10, 40),
  /** The partitions of a log go to other pollers, in the midst of invocations. */
  REBALANCED(100, 300, 700),
  /** The position of a partition is set back. */
  REWOUND(100, 300, 700),
  /** What was parked is sent back while the consumer works. */
  SENT_BACK(200, 500, 900),
  /** A host asks a process to stop, and starts another one. */
  STOPPED(50, 200, 500);

  /** How many levels of frequency there are; 0 is never. */
  static final int LEVELS = 4;

  private final int seldom;
  private final int often;
  private final int mostly;

  Fault(int seldom, int often, int mostly) {
    this.seldom = seldom;
    this.often = often;
    this.mostly = mostly;
  }

  /** Which histories have it. */
  public enum Kind {
    /** All. */
    ALL(REQUEST_LOST),
    /** Those with an outbox. */
    OUTBOX(STREAM_LOSES),
    /** {@link Plan#isHostile Hostile} ones. */
    HOSTILE(WRITE_CONFLICTS),
    /** Those with a heartbeat. */
    HEARTBEAT(RENEWED_MEANWHILE),
    /** Those over Redis. */
    REDIS(FAILOVER),
    /** Those of a source that is not SQS. */
    SOURCE(REBALANCED),
    /** Those with workers. */
    WORKER(STOPPED);

    private final Fault first;

    Kind(Fault first) {
      this.first = first;
    }
  }

  /** Which histories have it. */
  public Kind kind() {
    Kind kind = Kind.ALL;
    for (Kind next : Kind.values()) {
      kind = compareTo(next.first) >= 0 ? next : kind;
    }
    return kind;
  }

  /**
   * Whether only histories of such a source have it, which is not Lambda's SQS. A queue has no
   * positions.
   */
  public boolean isOf(SourceModel source) {
    return switch (kind()) {
      case SOURCE -> !source.isSqs() && (source.isLog() || this != REWOUND);
      case WORKER -> source == SourceModel.SQS_WORKER;
      default -> false;
    };
  }

  int perMille(int level) {
    return switch (level) {
      case 0 -> 0;
      case 1 -> seldom;
      case 2 -> often;
      default -> mostly;
    };
  }
}
