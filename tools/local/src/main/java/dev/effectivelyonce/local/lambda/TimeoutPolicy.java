package dev.effectivelyonce.local.lambda;

/** What becomes of a process whose invocation ran out of time. */
public enum TimeoutPolicy {
  /** The process is killed, as Lambda does by default. */
  KILL,
  /**
   * The process is stopped half way, as one that gets no processor time, until it is thawed. Then
   * it goes on, with no further invocation, until its handler ends.
   */
  FREEZE
}
