package dev.effectivelyonce.functions.simulation;

/** Whether the {@code simulate} message attribute is honoured. */
public enum SimulatedFaults {
  /** It is: for the trial stage alone. */
  ON,
  /** It is ignored. */
  OFF
}
