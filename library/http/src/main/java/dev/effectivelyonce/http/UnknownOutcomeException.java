package dev.effectivelyonce.http;

/** The handler answered something that does not say whether the effect happened. */
final class UnknownOutcomeException extends Exception {
  private static final long serialVersionUID = 1;

  UnknownOutcomeException(int status) {
    super("The handler answered " + status);
  }
}
