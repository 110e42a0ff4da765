package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that run on one thread, the innermost first. Powertools begins and ends a call on the
 * thread that makes it, and calls on a thread nest.
 */
final class ThreadCalls {
  private final Deque<OpenCall> open = new ArrayDeque<>();
  private @Nullable IdempotentFunction entered;

  /** Keeps the function, which Powertools names before anything else of a call. */
  void enter(IdempotentFunction function) {
    this.entered = function;
  }

  /**
   * Returns the function whose call begins.
   *
   * @throws IllegalStateException if none was named on this thread
   */
  IdempotentFunction entered() {
    if (entered == null) {
      throw new IllegalStateException(
          "Powertools has not named the function of this call. Use the store with @Idempotent,"
              + " which begins and ends a call on one thread.");
    }
    return entered;
  }

  void begun(OpenCall call) {
    open.push(call);
  }

  /**
   * Takes the call that ends. Calls within it have ended before; any that are left were cut off.
   *
   * @return empty if none with this payload runs on this thread
   */
  Optional<OpenCall> take(JsonNode payload) {
    if (open.stream().noneMatch(call -> isOf(payload, call))) {
      return Optional.empty();
    }
    OpenCall call = open.pop();
    while (!isOf(payload, call)) {
      call = open.pop();
    }
    return Optional.of(call);
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  // Compared by identity: two calls may have equal payloads.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isOf(JsonNode payload, OpenCall call) {
    return call.payload() == payload;
  }
}
