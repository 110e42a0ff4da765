package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A named effect of a handler, as its record keeps it. The methods that change it return the step
 * as it is to be noted next.
 *
 * @param name unique in its record; 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}
 * @param position its place in the order in which the handler calls its steps, from 1
 * @param state what is known about it
 * @param attempt the number of the attempt that last began it
 * @param result what it came to; none unless it is done
 * @param why why it did not happen; empty unless that is known
 */
public record Step(
    String name,
    int position,
    State state,
    int attempt,
    StoredResult result,
    Optional<ErrorSummary> why) {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** What is known about a step. */
  public enum State {
    /** It was about to happen: it may have happened, or may still happen. */
    INTENT,
    /** It happened. Final. */
    DONE,
    /** It did not happen, and may be tried again. */
    NOT_DONE,
    /** It did not happen, and never will. Final. */
    FAILED
  }

  /**
   * @throws ConfigurationException if the name has another form
   */
  public Step {
    name = checkedName(name);
  }

  /** A step that nobody has begun. */
  public static Step unbegun(String name, int position, int attempt) {
    return new Step(name, position, State.NOT_DONE, attempt, StoredResult.none(), Optional.empty());
  }

  /**
   * The name, if it is one.
   *
   * @throws ConfigurationException if it has another form
   */
  public static String checkedName(String name) {
    if (!VALID.matcher(name).matches()) {
      throw new ConfigurationException(
          "The step name \"" + name + "\" is not valid",
          "Use 1 to 64 characters of A-Z a-z 0-9 . _ -");
    }
    return name;
  }

  /** About to be begun by an attempt. */
  public Step intendedBy(int nextAttempt) {
    return new Step(
        name, position, State.INTENT, nextAttempt, StoredResult.none(), Optional.empty());
  }

  /** Done, with what it came to. */
  public Step done(StoredResult kept) {
    return new Step(name, position, State.DONE, attempt, kept, Optional.empty());
  }

  /** Known not to have happened; it may be tried again. */
  public Step notDone(ErrorSummary reason) {
    return new Step(
        name, position, State.NOT_DONE, attempt, StoredResult.none(), Optional.of(reason));
  }

  /** Known not to have happened, for good. */
  public Step failed(ErrorSummary reason) {
    return new Step(
        name, position, State.FAILED, attempt, StoredResult.none(), Optional.of(reason));
  }

  /** Whether nothing has been noted about this step since the other was. */
  public boolean isAsNotedIn(Step other) {
    return state == other.state && attempt == other.attempt;
  }
}
