package dev.effectivelyonce.local.lambda;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One event on its way through an environment; the first result given to it stays. */
final class Invocation {
  private final UUID id;
  private final String event;
  private final CompletableFuture<Instant> delivered = new CompletableFuture<>();
  private final CompletableFuture<InvocationResult> result = new CompletableFuture<>();
  private final CompletableFuture<InvocationResult> lateResult = new CompletableFuture<>();

  Invocation(UUID id, String event) {
    this.id = id;
    this.event = event;
  }

  String id() {
    return id.toString();
  }

  String event() {
    return event;
  }

  /** Completes when the function has asked for its next event and got this one. */
  CompletableFuture<Instant> delivered() {
    return delivered;
  }

  CompletableFuture<InvocationResult> result() {
    return result;
  }

  /** Completes when the function answers though its invocation is over. */
  CompletableFuture<InvocationResult> lateResult() {
    return lateResult;
  }

  /** The function answers. */
  void answered(InvocationResult answer) {
    if (!result.complete(answer)) {
      lateResult.complete(answer);
    }
  }
}
