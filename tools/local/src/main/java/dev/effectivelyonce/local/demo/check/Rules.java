package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;

/**
 * What the outcome depends on besides the plan.
 *
 * @param policy what the consumers do about an abandoned claim
 * @param maxReceiveCount after how many receives a message is dead-lettered
 */
public record Rules(AbandonedClaimPolicy policy, int maxReceiveCount) {
  /** Returns whether an effect may happen again after its process died. */
  public boolean allowsRepeats() {
    return policy == AbandonedClaimPolicy.RERUN;
  }
}
