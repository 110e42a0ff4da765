package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class InMemoryTransactionsContractTest extends CommitGroupsContract {
  private final Map<String, Integer> counters = new HashMap<>();

  @Override
  protected IdempotencyStore emptyStore() {
    return new InMemoryStore();
  }

  @Override
  protected Effects raising(List<String> raised) {
    return InMemoryEffects.of(() -> raise(raised));
  }

  @Override
  protected Effects raisingANew(List<String> raised, NotDone otherwise) {
    return InMemoryEffects.of(
        () -> !counters.containsKey(raised.getLast()), () -> raise(raised), otherwise);
  }

  @Override
  protected Optional<Effects> raisingAndYielding(List<String> raised) {
    return Optional.of(
        InMemoryEffects.of(() -> raise(raised)).yielding(() -> count(raised.getLast()) + 1));
  }

  @Override
  protected int count(String counter) {
    return counters.getOrDefault(counter, 0);
  }

  private void raise(List<String> raised) {
    raised.forEach(it -> counters.merge(it, 1, Integer::sum));
  }
}
