package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.util.List;

/** All that a program learns from. */
interface ProgramContext {
  IdempotencyStore store();

  /** Its clock, its owner ids, and its pauses. */
  Platform platform();

  HandlerStep handlerStep(List<HandlerStep> options);
}
