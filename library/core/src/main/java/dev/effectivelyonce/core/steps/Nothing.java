package dev.effectivelyonce.core.steps;

/** What a step comes to whose effect has no value. */
public enum Nothing {
  /** The only one. */
  NOTHING
}
