package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A named effect of a handler, as its record keeps it. The methods that change it return the step
 * in the form that is noted next.
 *
 * @param name unique in its record; 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}
 * @param position its position in the order in which the handler calls its steps, from 1
 * @param state what is known about it
 * @param attempt the number of the attempt that last began it
 * @param result the value that the step returned; none unless it is done
 * @param why the reason why it did not happen, or why its result is not kept; empty unless that is
 *     known
 * @param begunAt when an attempt first began it, in whole milliseconds; empty if none did, or if an
 *     earlier release of this library noted the step
 */
public record Step(
    String name,
    int position,
    State state,
    int attempt,
    StoredResult result,
    Optional<ErrorSummary> why,
    Optional<Instant> begunAt) {
  /** The step by which a saga notes that it goes back, and why. */
  public static final String SAGA_FAILED = "saga.failed";

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** The state of a step. */
  public enum State {
    /** The effect was about to happen. It may have happened or may still happen. */
    INTENT,
    /** The effect happened. Final. */
    DONE,
    /** The effect did not happen, and may be tried again. */
    NOT_DONE,
    /** The effect did not happen, and never will. Final. */
    FAILED
  }

  /**
   * @throws ConfigurationException if the name is not of this form
   */
  public Step {
    name = checkedName(name);
    begunAt = begunAt.map(at -> at.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns a step that nobody has begun. */
  public static Step unbegun(String name, int position, int attempt) {
    return new Step(
        name,
        position,
        State.NOT_DONE,
        attempt,
        StoredResult.none(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the name, if it is valid.
   *
   * @throws ConfigurationException if the name is not valid
   */
  public static String checkedName(String name) {
    if (!VALID.matcher(name).matches()) {
      throw new ConfigurationException(
          "The step name \"" + name + "\" is not valid",
          "Use 1 to 64 characters of A-Z a-z 0-9 . _ -");
    }
    return name;
  }

  /** Returns the step begun at this time, unless it was begun before. */
  public Step begun(Instant now) {
    return new Step(name, position, state, attempt, result, why, Optional.of(begunAt.orElse(now)));
  }

  /** Returns the step as an attempt is about to begin it. */
  public Step intendedBy(int nextAttempt) {
    return new Step(
        name, position, State.INTENT, nextAttempt, StoredResult.none(), Optional.empty(), begunAt);
  }

  /** Returns the step done, with its result. */
  public Step done(StoredResult kept) {
    return noted(State.DONE, kept, Optional.empty());
  }

  /** Returns the step done, with a result that perhaps can't be read again. */
  public Step done(StoredResult kept, ErrorSummary problem) {
    return noted(State.DONE, kept, Optional.of(problem));
  }

  /** Returns the step as not done: it certainly did not happen and may be tried again. */
  public Step notDone(ErrorSummary reason) {
    return noted(State.NOT_DONE, StoredResult.none(), Optional.of(reason));
  }

  /** Returns the step as failed: it certainly did not happen and never will. */
  public Step failed(ErrorSummary reason) {
    return noted(State.FAILED, StoredResult.none(), Optional.of(reason));
  }

  private Step noted(State next, StoredResult kept, Optional<ErrorSummary> reason) {
    return new Step(name, position, next, attempt, kept, reason, begunAt);
  }

  /** Returns whether the step happened or may have happened. */
  public boolean mayHaveHappened() {
    return state == State.DONE || state == State.INTENT;
  }

  /** Returns the step without data that may be personal. */
  public Step erased() {
    return fitted(StoredResult::erased, ErrorSummary::erased);
  }

  /** Returns the step with its result and its reason in a form that the store can hold. */
  Step fitted(UnaryOperator<StoredResult> results, UnaryOperator<ErrorSummary> reasons) {
    return noted(state, results.apply(result), why.map(reasons));
  }

  /** Returns whether nothing was noted about this step after the other one. */
  public boolean isAsNotedIn(Step other) {
    return state == other.state && attempt == other.attempt;
  }
}
