package dev.effectivelyonce.cli.doctor;

/** How bad a finding is. */
enum Severity {
  /** The guarantee does not hold, or messages are lost. */
  ERROR,
  /** The setting works, but perhaps not as meant. */
  WARNING,
  /** The setting could not be looked at. */
  UNCHECKED
}
