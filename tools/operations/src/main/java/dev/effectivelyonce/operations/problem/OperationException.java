package dev.effectivelyonce.operations.problem;

import dev.effectivelyonce.core.EffectivelyOnceException;
import org.jspecify.annotations.Nullable;

/**
 * An operation can't do what was asked. The user sees the text of this exception and nothing else.
 *
 * <p>Remedies, here and in refusals, findings and notes, name the options and commands of the
 * command line. Words without them would be a second text for each, and who reads a remedy
 * elsewhere can type it too.
 */
public final class OperationException extends EffectivelyOnceException {
  private final Kind kind;

  private OperationException(Kind kind, String problem, String remedy, @Nullable Throwable cause) {
    super(problem, remedy, cause);
    this.kind = kind;
  }

  /** The request was refused, and nothing was changed. */
  public static OperationException refused(String problem, String remedy) {
    return new OperationException(Kind.REFUSED, problem, remedy, null);
  }

  /** The request, or a file that it names, can't be used. */
  public static OperationException usage(String problem, String remedy) {
    return new OperationException(Kind.USAGE, problem, remedy, null);
  }

  /** An interrupt came before anything was changed. */
  public static OperationException interrupted(String problem) {
    return new OperationException(
        Kind.INTERRUPTED, problem, "Run the command again to go on", null);
  }

  /** Something that is needed could not be reached or used. */
  public static OperationException unreachable(
      String problem, String remedy, @Nullable Throwable cause) {
    return new OperationException(Kind.UNREACHABLE, problem, remedy, cause);
  }

  /** Returns why it was not done. */
  public Kind kind() {
    return kind;
  }
}
