package dev.effectivelyonce.local.lambda;

/** What becomes of a process whose invocation ran out of time. */
public enum TimeoutPolicy {
  /** It is killed, as Lambda does by default. */
  KILL,
  /**
   * It runs on, with no further invocation, until its handler ends, as on Lambda Managed Instances.
   */
  LEAVE_RUNNING
}
