package dev.effectivelyonce.infra.consumer;

import software.amazon.awscdk.RemovalPolicy;

/** What becomes of tables, queues and logs when their stack goes. */
public enum DataLifecycle {
  /** They stay; tables also refuse to be deleted until the protection is taken off. */
  KEEP(RemovalPolicy.RETAIN),
  /** They go with the stack, and all that is in them. */
  DISCARD(RemovalPolicy.DESTROY);

  private final RemovalPolicy removalPolicy;

  DataLifecycle(RemovalPolicy removalPolicy) {
    this.removalPolicy = removalPolicy;
  }

  /** The CDK removal policy for this lifecycle. */
  public RemovalPolicy removalPolicy() {
    return removalPolicy;
  }

  /** Whether a table refuses deletion. */
  public boolean isProtected() {
    return this == KEEP;
  }
}
