package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends each write that can go in a group in one, beside the claim of a bystander. */
final class EachInAGroup extends ForwardingStore {
  private final IdempotencyStore store;
  private final AtomicInteger bystanders = new AtomicInteger();

  EachInAGroup(IdempotencyStore store) {
    super(store);
    this.store = store;
  }

  @Override
  public WriteResult claim(Claim claim) {
    return write(new Write.Claiming(claim));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return write(new Write.Completing(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Releasing(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Failing(mine, why, stamp));
  }

  private WriteResult write(Write write) {
    int number = bystanders.incrementAndGet();
    Claim bystander = StoreContractPart.claim("bystander-" + number, "bystander-" + number);
    return GroupAnswers.of(store, List.of(new Write.Claiming(bystander), write))
        .getLast()
        .orElseGet(() -> write.to(store));
  }
}
