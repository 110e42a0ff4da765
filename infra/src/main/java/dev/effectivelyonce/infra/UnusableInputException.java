package dev.effectivelyonce.infra;

/**
 * Something that the app was given or needs is wrong; its message is all that a user has to read.
 */
public final class UnusableInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnusableInputException(String message) {
    super(message);
  }
}
