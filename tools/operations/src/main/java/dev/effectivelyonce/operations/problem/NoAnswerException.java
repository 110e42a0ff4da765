package dev.effectivelyonce.operations.problem;

import dev.effectivelyonce.core.Causes;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Nothing listens where a request was sent. The SDK's exception has it as a cause. */
public final class NoAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String remedy;

  /** Creates the exception for an address; the remedy is without a full stop. */
  public NoAnswerException(URI address, String remedy, Throwable cause) {
    super("Nothing answers at " + address, cause);
    this.problem = "Nothing answers at " + address;
    this.remedy = remedy;
  }

  /** The one among the causes of a problem. */
  public static Optional<NoAnswerException> in(Throwable problem) {
    return Causes.of(problem)
        .filter(NoAnswerException.class::isInstance)
        .map(NoAnswerException.class::cast)
        .findFirst();
  }

  /** Returns what is wrong, without a full stop. */
  public String problem() {
    return problem;
  }

  /** Returns what to do, without a full stop. */
  public String remedy() {
    return remedy;
  }
}
