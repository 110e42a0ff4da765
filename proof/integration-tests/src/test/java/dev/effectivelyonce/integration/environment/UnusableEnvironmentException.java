package dev.effectivelyonce.integration.environment;

/** Something that the tests need is missing or does not work; the text says what to do. */
public final class UnusableEnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With one text for people, of what is wrong and what to do about it. */
  public UnusableEnvironmentException(String text) {
    super(text);
  }
}
