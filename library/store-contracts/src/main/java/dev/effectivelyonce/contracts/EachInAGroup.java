package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends each write that can be grouped in a group, beside the claim of a bystander. */
final class EachInAGroup extends ForwardingStore {
  private final IdempotencyStore store;
  private final AtomicInteger bystanders = new AtomicInteger();

  EachInAGroup(IdempotencyStore store) {
    super(store);
    this.store = store;
  }

  @Override
  public WriteResult write(Write write) {
    return write instanceof Write.Groupable it ? inAGroup(it) : super.write(write);
  }

  private WriteResult inAGroup(Write.Groupable write) {
    int number = bystanders.incrementAndGet();
    Claim bystander = StoreContractPart.claim("bystander-" + number, "bystander-" + number);
    return GroupAnswers.of(store, List.of(new Write.Claim(bystander), write))
        .getLast()
        .orElseGet(() -> store.write(write));
  }
}
