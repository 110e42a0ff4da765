package dev.effectivelyonce.local.lambda;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * One event on its way through an environment; the first result given to it stays.
 *
 * @param delivered completes when the function has asked for its next event and got this one
 * @param lateResult completes when the function answers though its invocation is over
 */
record Invocation(
    String id,
    String event,
    CompletableFuture<Instant> delivered,
    CompletableFuture<InvocationResult> result,
    CompletableFuture<InvocationResult> lateResult) {
  Invocation(UUID id, String event) {
    this(
        id.toString(),
        event,
        new CompletableFuture<>(),
        new CompletableFuture<>(),
        new CompletableFuture<>());
  }

  /** The function answers. */
  void answered(InvocationResult answer) {
    if (!result.complete(answer)) {
      lateResult.complete(answer);
    }
  }
}
