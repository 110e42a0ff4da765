package dev.effectivelyonce.core.store;

/** The promise of a store about writes that it has answered. */
public enum Durability {
  /** Keeps every answered write through a failover. */
  SYNC,
  /**
   * May lose the last answered writes in a failover. Each event then runs once unless there is a
   * failover, after which events with lost records run again.
   */
  ASYNC
}
