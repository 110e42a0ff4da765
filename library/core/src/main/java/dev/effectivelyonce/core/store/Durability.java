package dev.effectivelyonce.core.store;

/** The promise of a store about a write that it has answered. */
public enum Durability {
  /** Keeps every answered write through a failover. */
  SYNC,
  /**
   * May forget the last answered writes at a failover. Each event then runs once unless a failover
   * comes between: what was forgotten runs again.
   */
  ASYNC
}
