package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;

/** A store whose client gives up on an interrupted thread, as the AWS SDK does. */
final class Interrupts {
  private Interrupts() {}

  static IdempotencyStore refusedBy(IdempotencyStore store) {
    return Steps.around(
        store,
        step -> {
          if (Thread.currentThread().isInterrupted()) {
            throw new StoreException(
                StoreException.Kind.UNREACHABLE, "The call was interrupted", "None", null);
          }
          return step.call();
        });
  }
}
