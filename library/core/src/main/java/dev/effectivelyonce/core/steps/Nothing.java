package dev.effectivelyonce.core.steps;

/** The result of a step whose effect has no value. */
public enum Nothing {
  /** The only value. */
  NOTHING
}
