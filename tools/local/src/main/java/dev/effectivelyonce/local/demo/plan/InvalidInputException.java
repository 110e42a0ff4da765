package dev.effectivelyonce.local.demo.plan;

/** An input file has lines that can't be sent; the message names each with its number. */
public final class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with the whole text for the user. */
  public InvalidInputException(String message) {
    super(message);
  }
}
