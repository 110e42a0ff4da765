package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** Both deployments of a migration keep the contract of transactions. */
class MigratingTransactionsContractTest {
  @Nested
  class ClaimingInBoth extends Counted {
    @Override
    protected IdempotencyStore emptyStore() {
      return MigratingStore.claimingInBoth(new InMemoryStore(), new InMemoryStore());
    }

    /** {@inheritDoc} Here: the claim in the next store. */
    @Override
    Optional<Status> leftByRefusedEffects() {
      return Optional.of(Status.RETRYABLE);
    }
  }

  @Nested
  class ClosingOld extends Counted {
    @Override
    protected IdempotencyStore emptyStore() {
      return MigratingStore.closingOld(new InMemoryStore(), new InMemoryStore());
    }
  }

  abstract static class Counted extends TransactionsContract {
    private final RaisedCounters counters = new RaisedCounters();

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
}
