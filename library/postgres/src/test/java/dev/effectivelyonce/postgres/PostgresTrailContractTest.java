package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.AuditLogContract;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PostgresTrailContractTest extends AuditLogContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return new PostgresStore(LocalPostgres.emptied());
  }

  /** The record may be as it was seen again by then. */
  @Test
  void aWriteThatIsSentAgainWithItsEntryIsCarriedOutOnce() {
    IdempotencyStore store = emptyStoreWithTrails();
    IdempotencyRecord failed =
        Samples.written(
            store.fail(
                Samples.claimed(store, "order-1"), new ErrorSummary("declined"), Samples.stamp()));
    Write.Acknowledge write = new Write.Acknowledge(failed, Samples.NOW);
    TrailEntry entry = AuditLog.entry(write, "one", Samples.NOW, "anna", Optional.empty());
    AuditLog trail = store.trail().orElseThrow();
    WriteResult first = trail.write(write, entry);
    LocalPostgres.run(
        LocalPostgres.source(), "UPDATE effectively_once_record SET acknowledged = 0");

    assertThat(trail.write(write, entry)).isEqualTo(first);
    assertThat(store.find(failed.id())).contains(failed);
  }
}
