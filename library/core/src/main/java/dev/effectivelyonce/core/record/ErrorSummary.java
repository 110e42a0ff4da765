package dev.effectivelyonce.core.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Why an attempt did not complete, for operators. It is stored and logged, so it never holds the
 * message of an exception, which may carry personal data; a handler that returns a reason chooses
 * its words.
 *
 * @param text at most {@value #MAX_CHARS} characters; longer text is cut
 */
public record ErrorSummary(String text) {
  /** The longest text, in characters. */
  public static final int MAX_CHARS = 512;

  /** What is left of one that an operator erased. */
  public static final ErrorSummary ERASED = new ErrorSummary("Erased");

  private static final String REFUSED = "Refused: ";

  /** Cuts the text to its limit, and replaces halves of surrogate pairs: no store keeps them. */
  public ErrorSummary {
    text = wellFormed(text.length() <= MAX_CHARS ? text : cut(text));
  }

  /** The type of an exception and the place that threw it, without its message. */
  public static ErrorSummary of(Throwable thrown) {
    String place =
        Arrays.stream(thrown.getStackTrace())
            .filter(frame -> !frame.getClassName().startsWith("java."))
            .findFirst()
            .map(frame -> " at " + frame.getClassName() + "." + frame.getMethodName() + line(frame))
            .orElse("");
    return new ErrorSummary(thrown.getClass().getName() + place);
  }

  /**
   * Why what a handler returned can't be carried out: a mistake of the service, for those who run
   * it. Callers of the service get to know nothing of it.
   */
  public static ErrorSummary refused(String problem) {
    return new ErrorSummary(REFUSED + problem);
  }

  /** Whether it is a mistake of the service, rather than what is wrong with the event. */
  public boolean isRefused() {
    return text.startsWith(REFUSED);
  }

  /** What is left when it is erased: whose mistake it was, without the words. */
  public ErrorSummary erased() {
    return isRefused() ? refused(ERASED.text) : ERASED;
  }

  private static String cut(String text) {
    int end = MAX_CHARS - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static String line(StackTraceElement frame) {
    return frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
  }

  @Override
  public String toString() {
    return text;
  }
}
