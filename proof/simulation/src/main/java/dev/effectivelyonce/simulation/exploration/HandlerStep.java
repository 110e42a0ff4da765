package dev.effectivelyonce.simulation.exploration;

/** What a handler does next. */
enum HandlerStep {
  /** The effect happens; the handler goes on. */
  EFFECT,
  /** It says that it is done. Only after the effect. */
  COMPLETE,
  /** It says that nothing happened. Only before the effect. */
  RETRY,
  /** It says that it can never succeed. Only before the effect. */
  FAIL,
  /** It throws; before the effect or after it. */
  THROW
}
