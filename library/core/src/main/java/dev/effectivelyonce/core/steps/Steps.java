package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Step;
import java.time.Duration;
import java.util.Optional;

/**
 * The named effects of one attempt. Each is noted in the record before it begins (an intent) and
 * after it ended (its result), as long as this attempt holds the claim. A later attempt does not
 * repeat a step that is done: it gets the result that was noted. Call them on the handler's own
 * thread, one step at a time.
 *
 * <p>A handler calls its steps in the same order in every attempt. An attempt that calls another
 * one than its record has at that place is stopped before it does anything ({@link
 * AttemptAbortedError.Reason#CONTRADICTED}): the code was changed, or depends on more than the
 * event.
 */
public interface Steps {
  /**
   * Runs a step, or returns its result from an earlier attempt.
   *
   * <p>The action runs at most once in this call, after its intent is noted, and never after the
   * handler's time is over. What it throws leaves the step in doubt, unless it is one of the two
   * exceptions below; the policy then decides what the next attempt does.
   *
   * @param name 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}; unique in the handler, and the
   *     same in every deployment that may meet a record of another
   * @param policy what happens if an earlier attempt began it and its end is not known
   * @param action the effect
   * @return its result
   * @throws StepNotDoneException if the action says so: the next attempt tries again
   * @throws StepFailedException if the action says so, or said so in an earlier attempt
   * @throws AttemptAbortedError if this attempt must not go on; never catch it
   * @throws Exception whatever else the action or the policy's lookup throws
   */
  <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception;

  /** Returns what the record has of a step, if anything. */
  Optional<Step> noted(String name);

  /** Returns the number of this attempt, from 1; 0 where nothing is recorded. */
  int attempt();

  /**
   * Returns how long ago an attempt first began the step, or made the decision, of this name. Zero
   * where none did, or nothing is recorded; for ever where the record does not say.
   */
  Duration age(String name);

  /**
   * Keeps room in the record for a step that may have to run later, whatever the results of the
   * steps before it. A step that would leave too little room is refused before it begins.
   *
   * @param name as that of a step
   * @throws AttemptAbortedError if this attempt must not go on
   */
  void reserve(String name);

  /**
   * Notes a decision that every later attempt must find again, without an effect of its own. It
   * takes the next place in the order of steps.
   *
   * @param name as that of a step
   * @param why the decision, in words without personal data
   * @throws AttemptAbortedError if this attempt must not go on
   */
  void decide(String name, String why);

  /**
   * Holds the record for an operator, whatever the handler does from here.
   *
   * @param why in words without personal data
   * @return the error to throw
   */
  AttemptAbortedError hold(String why);

  /**
   * Returns steps of which nothing is kept: each action runs, with its provider key. Used by
   * handlers that run without a claim, and by tests of handlers.
   */
  static Steps unrecorded(RecordId id) {
    return new UnrecordedSteps(id);
  }
}
