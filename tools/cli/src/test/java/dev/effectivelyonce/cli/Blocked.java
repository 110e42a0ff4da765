package dev.effectivelyonce.cli;

import dev.effectivelyonce.operations.bench.FaultyAws;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/** A call of a verb, the first unless another is meant, waits until it is let go on. */
final class Blocked {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  FaultyAws of(URI engine, String verb) {
    return of(engine, verb, 1);
  }

  FaultyAws of(URI engine, String verb, int call) {
    return of(engine, verb, call, FaultyAws.Last.ANSWERED);
  }

  FaultyAws of(URI engine, String verb, int call, FaultyAws.Last last) {
    return new FaultyAws(engine, verb, call, last)
        .doing(
            () -> {
              begun.countDown();
              await(ended);
            });
  }

  /** Returns when the call has begun. */
  void await() {
    await(begun);
  }

  /** Lets the call go on. */
  void end() {
    ended.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
