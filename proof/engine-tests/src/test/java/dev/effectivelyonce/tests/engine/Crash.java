package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.tests.words.HookedStore;
import java.util.concurrent.atomic.AtomicBoolean;

/** The death of a process: from its moment on nothing of the attempt reaches the store. */
final class Crash extends VirtualMachineError {
  private static final long serialVersionUID = 1;

  Crash() {
    super("crash");
  }

  /** An attempt whose process dies between its effect and its completion. */
  static void between(Bench bench, Handler handler) {
    between(bench, bench.request(), handler);
  }

  static void between(Bench bench, Request request, Handler handler) {
    AtomicBoolean dead = new AtomicBoolean();
    IdempotencyStore view = new HookedStore(bench.store, () -> unless(dead));
    assertThatExceptionOfType(Crash.class)
        .isThrownBy(
            () ->
                bench
                    .engine(view)
                    .execute(
                        request,
                        attempt -> {
                          HandlerResult result = handler.handle(attempt);
                          dead.set(true);
                          return result;
                        }));
  }

  private static void unless(AtomicBoolean dead) {
    if (dead.get()) {
      throw new Crash();
    }
  }
}
