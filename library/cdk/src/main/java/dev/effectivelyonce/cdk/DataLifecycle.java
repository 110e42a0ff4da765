package dev.effectivelyonce.cdk;

import java.util.Optional;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.sqs.CfnQueuePolicy;
import software.amazon.awscdk.services.sqs.Queue;

/** What becomes of tables, queues and logs when their stack goes. */
public enum DataLifecycle {
  /** They stay; tables also refuse to be deleted until the protection is taken off. */
  KEEP(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, RemovalPolicy.RETAIN),
  /** They go with the stack, and all that is in them. */
  DISCARD(RemovalPolicy.DESTROY, RemovalPolicy.DESTROY);

  private final RemovalPolicy removalPolicy;
  private final RemovalPolicy tableRemovalPolicy;

  DataLifecycle(RemovalPolicy removalPolicy, RemovalPolicy tableRemovalPolicy) {
    this.removalPolicy = removalPolicy;
    this.tableRemovalPolicy = tableRemovalPolicy;
  }

  /**
   * The CDK removal policy of queues and logs. What a failed deployment has just created goes with
   * it in either case: a queue with a given name that stayed would block the next attempt.
   */
  public RemovalPolicy removalPolicy() {
    return removalPolicy;
  }

  /**
   * The CDK removal policy of tables. A kept one stays even where its first deployment fails: it
   * refuses deletion, at which the rollback would fail. Its name is generated and blocks nothing.
   */
  public RemovalPolicy tableRemovalPolicy() {
    return tableRemovalPolicy;
  }

  /** Whether a table refuses deletion. */
  public boolean isProtected() {
    return this == KEEP;
  }

  /**
   * Has a queue stay or go, and its policy with it: a queue that stays goes on refusing plain text.
   */
  public Queue applyTo(Queue queue) {
    queue.applyRemovalPolicy(removalPolicy);
    Optional.ofNullable(queue.getNode().tryFindChild("Policy"))
        .map(policy -> (CfnQueuePolicy) policy.getNode().getDefaultChild())
        .ifPresent(policy -> policy.applyRemovalPolicy(removalPolicy));
    return queue;
  }
}
