package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Step;
import java.time.Duration;
import java.util.Optional;

/**
 * The named effects of one attempt. Each step is noted in the record before it begins (the intent)
 * and after it has ended (the result), as long as this attempt holds the claim. A later attempt
 * does not repeat a step that is done, but gets the result that was noted. Call the steps on the
 * handler's own thread, one at a time.
 *
 * <p>A handler calls its steps in the same order in every attempt. An attempt that calls another
 * step than its record has at that position is stopped before the step does anything ({@link
 * AttemptAbortedError.Reason#CONTRADICTED}), because the code was changed or depends on more than
 * the event.
 */
public interface Steps {
  /**
   * Runs a step, or returns its result from an earlier attempt.
   *
   * <p>The action runs at most once in this call, after its intent is noted, and never after the
   * handler's time is over. If it throws, the step is in doubt, unless it throws one of the first
   * two exceptions below. The policy then decides what the next attempt does.
   *
   * @param name the name, 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}; unique in the handler,
   *     and the same in every deployment that may meet a record of another
   * @param policy what happens if an earlier attempt began the step and its outcome is not known
   * @param action the effect
   * @return the result of the effect
   * @throws StepNotDoneException if the action throws it; the next attempt tries again
   * @throws StepFailedException if the action throws it, or threw it in an earlier attempt
   * @throws AttemptAbortedError if this attempt must not go on; never catch it
   * @throws Exception if the action or the policy's lookup throws any other exception
   */
  <T> T run(String name, StepPolicy<T> policy, StepAction<T> action) throws Exception;

  /** Returns a step as the record has it, if it was noted. */
  Optional<Step> noted(String name);

  /** Returns the number of this attempt, from 1; 0 if nothing is recorded. */
  int attempt();

  /**
   * Returns how long ago an attempt first began the step, or made the decision, with this name.
   * Returns zero if none did or nothing is recorded, and {@link
   * java.time.temporal.ChronoUnit#FOREVER} if the record does not contain the time.
   */
  Duration age(String name);

  /**
   * Reserves room in the record for a step that may have to run later, whatever the results of the
   * steps before it are. A step that would leave too little room is refused before it begins.
   *
   * @param name the name, in the form of a step's name
   * @throws AttemptAbortedError if this attempt must not go on
   */
  void reserve(String name);

  /**
   * Notes a decision, which has no effect of its own, for every later attempt to find. It takes the
   * next position in the order of steps.
   *
   * @param name the name, in the form of a step's name
   * @param why the decision, in words without personal data
   * @throws AttemptAbortedError if this attempt must not go on
   */
  void decide(String name, String why);

  /**
   * Holds the record for an operator, whatever the handler does afterwards.
   *
   * @param why the reason in words without personal data
   * @return the error to throw
   */
  AttemptAbortedError hold(String why);

  /**
   * Returns steps that are not recorded: each action runs with its provider key. For handlers that
   * run without a claim, and for tests of handlers.
   */
  static Steps unrecorded(RecordId id) {
    return new UnrecordedSteps(id);
  }
}
