package dev.effectivelyonce.replay;

/** Whether a run changes anything. */
public enum RunMode {
  /** Messages are sent and deleted, records are reopened. */
  REPLAY,
  /**
   * The decisions are made and reported, and nothing is sent, deleted or written. The messages are
   * received, so they are hidden until the end of the run, and their receive count rises: a
   * dead-letter queue with a redrive policy of its own moves what is received too often.
   */
  DRY_RUN
}
