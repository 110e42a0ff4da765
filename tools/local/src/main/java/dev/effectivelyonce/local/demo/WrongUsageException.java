package dev.effectivelyonce.local.demo;

/** An option or an input file can't be used; the message says which and why. */
final class WrongUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongUsageException(String message) {
    super(message);
  }
}
