package dev.effectivelyonce.replay;

/** Whether a run changes anything. */
public enum RunMode {
  /** Messages are sent and deleted, records are reopened. */
  REPLAY,
  /**
   * The decisions are made and reported, and nothing is sent, deleted or written. The messages are
   * received, so their receive count rises, and they are hidden until the end of the run.
   */
  DRY_RUN
}
