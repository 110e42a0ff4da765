package dev.effectivelyonce.local.demo.check;

import java.util.Set;

/**
 * A delivery of messages to a function, by their numbers in the plan.
 *
 * @param batch what was delivered
 * @param handled what the function reported as handled
 */
public record Invocation(Set<Integer> batch, Set<Integer> handled, End end) {
  /** How an invocation ended. */
  public enum End {
    /** The function answered at once. */
    PROMPT,
    /** The function answered after more than a second: its calls may have run out of time. */
    SLOW,
    /** The process died. */
    CRASHED,
    /** The function's time was over, and its process was killed or stopped half way. */
    TIMED_OUT,
    /** Injected faults kept it from the function. */
    LOST
  }

  /** Returns whether no process was left that could have answered. */
  public boolean died() {
    return end == End.CRASHED || end == End.TIMED_OUT;
  }

  /** Returns whether a message was in it and came back. */
  boolean failed(int number) {
    return batch.contains(number) && !handled.contains(number);
  }
}
