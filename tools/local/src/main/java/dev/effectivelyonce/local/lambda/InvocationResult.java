package dev.effectivelyonce.local.lambda;

import java.time.Duration;
import java.util.Locale;

/** How one invocation ended. */
public sealed interface InvocationResult {

  /** The function returned; the payload is its JSON. */
  record Succeeded(String payload) implements InvocationResult {}

  /** The function threw, or did not initialize; the payload is the error as JSON. */
  record FunctionError(String payload) implements InvocationResult {}

  /** The function was still running when its time was over. */
  record TimedOut(Duration timeout) implements InvocationResult {}

  /** The process ended before it answered. */
  record Crashed(int exitCode) implements InvocationResult {}

  /** One line, as Lambda would word it. */
  default String describe() {
    return switch (this) {
      case Succeeded ignored -> "Succeeded";
      case FunctionError error -> "Function error " + error.payload();
      case TimedOut timedOut ->
          String.format(
              Locale.ROOT,
              "Task timed out after %.2f seconds",
              timedOut.timeout().toMillis() / 1000.0);
      case Crashed crashed -> "Runtime exited with exit code " + crashed.exitCode();
    };
  }
}
