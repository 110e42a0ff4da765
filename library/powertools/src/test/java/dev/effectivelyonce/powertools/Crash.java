package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.OptionalInt;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/** Processes that die: what they have written stays, and they do nothing more. */
final class Crash {
  private Crash() {}

  /** Of {@link Shop#place}, in the moment in which its effect would begin. */
  static void afterClaim(Bench bench, String orderId) {
    BasePersistenceStore dying = bench.builder(bench.memory).build();
    dying.configure(Idempotency.getInstance().getConfig(), "place");
    dying.saveInProgress(TextNode.valueOf(orderId), bench.clock.instant(), OptionalInt.empty());
  }
}
