package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.List;
import java.util.Optional;

class InMemoryTransactionsContractTest extends CommitGroupsContract {
  private final RaisedCounters counters = new RaisedCounters();

  @Override
  protected IdempotencyStore emptyStore() {
    return new InMemoryStore();
  }

  @Override
  protected Effects raising(List<String> raised) {
    return counters.raising(raised);
  }

  @Override
  protected Effects raisingANew(List<String> raised, Unsuccessful otherwise) {
    return counters.raisingANew(raised, otherwise);
  }

  @Override
  protected Optional<Effects> raisingAndYielding(List<String> raised) {
    return Optional.of(counters.raisingAndYielding(raised));
  }

  @Override
  protected int count(String counter) {
    return counters.count(counter);
  }
}
