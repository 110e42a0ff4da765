package dev.effectivelyonce.functions.simulation;

/** Whether the {@code simulate} message attribute is honoured. */
public enum SimulatedFaults {
  /** The attribute {@code simulate} is honoured, in the trial stage alone. */
  ON,
  /** The attribute is ignored. */
  OFF
}
