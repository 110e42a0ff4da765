package dev.effectivelyonce.cdk;

import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.WarmThroughput;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.sqs.CfnQueuePolicy;
import software.amazon.awscdk.services.sqs.Queue;

/** What happens to tables, queues and logs when their stack is deleted. */
public enum DataLifecycle {
  /** Keeps them. Tables also refuse deletion until the protection is removed. */
  KEEP(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, RemovalPolicy.RETAIN),
  /** Deletes them with the stack, including all data in them. */
  DISCARD(RemovalPolicy.DESTROY, RemovalPolicy.DESTROY);

  private final RemovalPolicy removalPolicy;
  private final RemovalPolicy tableRemovalPolicy;

  DataLifecycle(RemovalPolicy removalPolicy, RemovalPolicy tableRemovalPolicy) {
    this.removalPolicy = removalPolicy;
    this.tableRemovalPolicy = tableRemovalPolicy;
  }

  /**
   * Returns the CDK removal policy of queues and logs. Either policy deletes resources that a
   * failed deployment has just created, because a remaining queue with a given name would block the
   * next attempt.
   */
  public RemovalPolicy removalPolicy() {
    return removalPolicy;
  }

  /**
   * Returns the CDK removal policy of tables. A table that is kept stays even if its first
   * deployment fails, because it refuses deletion and the rollback would fail. Its name is
   * generated, so it does not block the next attempt.
   */
  public RemovalPolicy tableRemovalPolicy() {
    return tableRemovalPolicy;
  }

  /** Returns whether a table refuses deletion. */
  public boolean isProtected() {
    return this == KEEP;
  }

  /** Builds a table that is billed per request and can be restored to any second. */
  Table build(Table.Builder table, Optional<IKey> encryptionKey, OptionalInt warmWrites) {
    encryptionKey.ifPresent(table::encryptionKey);
    warmWrites.ifPresent(
        units -> table.warmThroughput(WarmThroughput.builder().writeUnitsPerSecond(units).build()));
    return table
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .pointInTimeRecoverySpecification(
            PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
        .deletionProtection(isProtected())
        .removalPolicy(tableRemovalPolicy)
        .build();
  }

  /**
   * Applies the removal policy to a queue and its policy: a queue that stays continues to refuse
   * plain text.
   */
  public Queue applyTo(Queue queue) {
    queue.applyRemovalPolicy(removalPolicy);
    Optional.ofNullable(queue.getNode().tryFindChild("Policy"))
        .map(policy -> (CfnQueuePolicy) policy.getNode().getDefaultChild())
        .ifPresent(policy -> policy.applyRemovalPolicy(removalPolicy));
    return queue;
  }
}
