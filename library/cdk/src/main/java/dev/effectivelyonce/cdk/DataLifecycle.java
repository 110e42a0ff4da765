package dev.effectivelyonce.cdk;

import java.util.Optional;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.sqs.CfnQueuePolicy;
import software.amazon.awscdk.services.sqs.Queue;

/** The fate of tables, queues and logs when their stack is deleted. */
public enum DataLifecycle {
  /** Keeps them; tables also refuse to be deleted until the protection is taken off. */
  KEEP(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, RemovalPolicy.RETAIN),
  /** Deletes them with the stack, and all that is in them. */
  DISCARD(RemovalPolicy.DESTROY, RemovalPolicy.DESTROY);

  private final RemovalPolicy removalPolicy;
  private final RemovalPolicy tableRemovalPolicy;

  DataLifecycle(RemovalPolicy removalPolicy, RemovalPolicy tableRemovalPolicy) {
    this.removalPolicy = removalPolicy;
    this.tableRemovalPolicy = tableRemovalPolicy;
  }

  /**
   * Returns the CDK removal policy of queues and logs. Either policy deletes what a failed
   * deployment has just created: a queue with a given name that stayed would block the next
   * attempt.
   */
  public RemovalPolicy removalPolicy() {
    return removalPolicy;
  }

  /**
   * Returns the CDK removal policy of tables. A kept one stays even where its first deployment
   * fails: it refuses deletion, at which the rollback would fail. Its name is generated and blocks
   * nothing.
   */
  public RemovalPolicy tableRemovalPolicy() {
    return tableRemovalPolicy;
  }

  /** Returns whether a table refuses deletion. */
  public boolean isProtected() {
    return this == KEEP;
  }

  /**
   * Applies the removal policy to a queue and its policy: a queue that stays still refuses plain
   * text.
   */
  public Queue applyTo(Queue queue) {
    queue.applyRemovalPolicy(removalPolicy);
    Optional.ofNullable(queue.getNode().tryFindChild("Policy"))
        .map(policy -> (CfnQueuePolicy) policy.getNode().getDefaultChild())
        .ifPresent(policy -> policy.applyRemovalPolicy(removalPolicy));
    return queue;
  }
}
