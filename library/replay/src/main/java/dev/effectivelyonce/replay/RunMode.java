package dev.effectivelyonce.replay;

/** The choice whether a run changes anything. */
public enum RunMode {
  /** Messages are sent and deleted, records are reopened. */
  REPLAY,
  /**
   * The decisions are made and reported, and nothing is sent, deleted or written. The messages are
   * received, so they are hidden until the end of the run, and their receive count rises. If the
   * dead-letter queue has a redrive policy itself, it may move messages that are received too
   * often.
   */
  DRY_RUN
}
