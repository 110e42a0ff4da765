package dev.effectivelyonce.core.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The reason why an attempt did not complete, for operators. It is stored and logged, so it never
 * contains the message of an exception, which may contain personal data. A handler that returns a
 * reason chooses the words itself.
 *
 * @param text at most {@value #MAX_CHARS} characters; longer text is cut
 */
public record ErrorSummary(String text) {
  /** The maximum length of the text, in characters. */
  public static final int MAX_CHARS = 512;

  /** The text that replaces one that an operator erased. */
  public static final ErrorSummary ERASED = new ErrorSummary("Erased");

  /** Whose code is no place of a handler: what called it there is. */
  private static final List<String> FOREIGN =
      List.of("java.", "javax.", "jdk.", "sun.", "software.amazon.awssdk.");

  private static final String REFUSED = "Refused: ";

  /** Cuts the text to its limit, and replaces halves of surrogate pairs, which no store keeps. */
  public ErrorSummary {
    text = wellFormed(text.length() <= MAX_CHARS ? text : cut(text));
  }

  /**
   * Returns the type of an exception and the place that threw it, without its message. Code of the
   * JDK and of the AWS SDK is skipped, so that the place is the code that called it.
   */
  public static ErrorSummary of(Throwable thrown) {
    return new ErrorSummary(thrown.getClass().getName() + place(thrown));
  }

  /**
   * Returns no place for an exception whose own code does not tell it: it must not hide the end.
   */
  private static String place(Throwable thrown) {
    try {
      return Arrays.stream(thrown.getStackTrace())
          .filter(frame -> FOREIGN.stream().noneMatch(frame.getClassName()::startsWith))
          .findFirst()
          .map(frame -> " at " + frame.getClassName() + "." + frame.getMethodName() + line(frame))
          .orElse("");
    } catch (Throwable untold) {
      return "";
    }
  }

  /**
   * Returns the reason why the result of a handler can't be carried out. This is a mistake of the
   * service and meant for its operators; callers of the service do not see the reason.
   */
  public static ErrorSummary refused(String problem) {
    return new ErrorSummary(REFUSED + problem);
  }

  /** Returns whether this is a mistake of the service and not of the event. */
  public boolean isRefused() {
    return text.startsWith(REFUSED);
  }

  /**
   * Returns this reason after erasure: without its words, but still as a mistake of the service or
   * of the event.
   */
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
