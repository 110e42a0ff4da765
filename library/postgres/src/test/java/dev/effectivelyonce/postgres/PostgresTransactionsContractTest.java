package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.CommitGroupsContract;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

class PostgresTransactionsContractTest extends CommitGroupsContract {
  @Override
  protected IdempotencyStore emptyStore() {
    DataSource source = LocalPostgres.emptied();
    Counters.empty(source);
    return new PostgresStore(source);
  }

  @Override
  protected Effects raising(List<String> counters) {
    return counters.stream().map(Counters::raise).reduce(SqlWork::then).orElseThrow();
  }

  @Override
  protected Effects raisingANew(List<String> counters, Unsuccessful otherwise) {
    return counters.subList(0, counters.size() - 1).stream()
        .map(Counters::raise)
        .reduce(SqlWork::then)
        .map(it -> it.then(Counters.raiseANew(counters.getLast())))
        .orElseGet(() -> Counters.raiseANew(counters.getLast()))
        .orElse(otherwise);
  }

  @Override
  protected Optional<Effects> raisingAndYielding(List<String> counters) {
    return counters.stream()
        .map(Counters::raise)
        .reduce(SqlWork::then)
        .map(it -> it.then(SqlWork.of(on -> Counters.count(on, counters.getLast()))))
        .map(SqlWork::settingNothing);
  }

  @Override
  protected int count(String counter) {
    return Counters.count(LocalPostgres.source(), counter);
  }
}
