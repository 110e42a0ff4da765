package dev.effectivelyonce.local;

/**
 * Something that the runner needs is missing or wrong; the message says what, where, and the
 * remedy.
 */
public class LocalRunnerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LocalRunnerException(String message) {
    super(message);
  }

  public LocalRunnerException(String message, Throwable cause) {
    super(message, cause);
  }
}
