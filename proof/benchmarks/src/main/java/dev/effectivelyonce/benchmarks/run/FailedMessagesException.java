package dev.effectivelyonce.benchmarks.run;

/** A subject failed messages, which cost less than those that are handled: there is no figure. */
public final class FailedMessagesException extends RuntimeException {
  FailedMessagesException(String message) {
    super(message);
  }
}
