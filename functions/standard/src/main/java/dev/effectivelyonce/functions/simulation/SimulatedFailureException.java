package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.EffectivelyOnceException;

/** A call failed because its message asked for that. */
public final class SimulatedFailureException extends EffectivelyOnceException {
  private static final long serialVersionUID = 1L;

  SimulatedFailureException(String reason) {
    super(reason, "Send the message without the attribute " + SimulatingHandler.ATTRIBUTE, null);
  }
}
