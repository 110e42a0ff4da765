package dev.effectivelyonce.operations.doctor;

/** How bad a finding is. */
public enum Severity {
  /** The guarantee does not hold, or messages are lost. */
  ERROR,
  /** The setting works, but perhaps not as meant. */
  WARNING,
  /** The setting could not be looked at. */
  UNCHECKED
}
