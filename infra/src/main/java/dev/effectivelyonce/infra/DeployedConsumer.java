package dev.effectivelyonce.infra;

/** The consumers of the stack. */
public enum DeployedConsumer {
  /** Orders, from a standard queue. */
  ORDERS,
  /** Payments, from a FIFO queue. */
  PAYMENTS
}
