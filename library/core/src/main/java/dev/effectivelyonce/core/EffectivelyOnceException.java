package dev.effectivelyonce.core;

import org.jspecify.annotations.Nullable;

/**
 * The base class of all exceptions of this library. They report bugs of the caller and
 * infrastructure faults. Situations that the protocol expects, such as a lost race, are return
 * values.
 */
public abstract class EffectivelyOnceException extends RuntimeException {
  private final String problem;
  private final String remedy;

  /**
   * @param problem what is wrong and where, as a sentence without its full stop
   * @param remedy what to do about it, as a sentence without its full stop
   */
  protected EffectivelyOnceException(String problem, String remedy, @Nullable Throwable cause) {
    super(text(problem, remedy), cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Returns the exception's message: what is wrong, where, and what to do about it. */
  public final String text() {
    return text(problem, remedy);
  }

  private static String text(String problem, String remedy) {
    return problem + ". " + remedy + ".";
  }

  /** Returns what is wrong and where. */
  public final String problem() {
    return problem;
  }

  /** Returns what to do about it. */
  public final String remedy() {
    return remedy;
  }
}
