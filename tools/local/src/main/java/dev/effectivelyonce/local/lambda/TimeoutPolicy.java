package dev.effectivelyonce.local.lambda;

/** What becomes of a process whose invocation ran out of time. */
public enum TimeoutPolicy {
  /** It is killed, as Lambda does by default. */
  KILL,
  /**
   * It is stopped half way, as a process that gets no processor time, until it is thawed. Then it
   * goes on, with no further invocation, until its handler ends.
   */
  FREEZE
}
