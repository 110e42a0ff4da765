package dev.effectivelyonce.replay;

/** The choice whether a run changes anything. */
public enum RunMode {
  /** Messages are sent and deleted, and records are reopened. */
  REPLAY,
  /**
   * The decisions are made and reported, but nothing is sent, deleted or written. The messages are
   * received, so they are hidden until the end of the run, and their receive count rises. If the
   * dead-letter queue itself has a redrive policy, it may move messages that are received too
   * often.
   */
  DRY_RUN
}
