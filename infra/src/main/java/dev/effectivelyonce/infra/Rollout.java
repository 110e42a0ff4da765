package dev.effectivelyonce.infra;

/** How a new version of a consumer's function takes over. */
public enum Rollout {
  /** All messages at once. */
  AT_ONCE,
  /** A tenth more each minute, and back if an alarm rings. */
  GRADUAL
}
