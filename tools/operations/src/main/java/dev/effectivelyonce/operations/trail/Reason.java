package dev.effectivelyonce.operations.trail;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.operations.problem.OperationException;

/** Why an operator does something, in words that others read later. */
public final class Reason {
  private Reason() {}

  /**
   * Returns a reason that fits into a trail.
   *
   * @throws OperationException if it is blank, too long, or has control characters
   */
  public static String checked(String reason) {
    return checked(reason, "");
  }

  /**
   * Returns a reason with words before it, which together fit into a trail.
   *
   * @throws OperationException if it is blank, too long, or has control characters
   */
  public static String checked(String reason, String words) {
    int most = ErrorSummary.MAX_CHARS - words.length();
    if (reason.isBlank()
        || reason.length() > most
        || reason.chars().anyMatch(Character::isISOControl)) {
      throw OperationException.usage(
          "The reason is blank, longer than %s characters, or has control characters"
              .formatted(most),
          "Give --reason in a line of text");
    }
    return words + reason;
  }
}
