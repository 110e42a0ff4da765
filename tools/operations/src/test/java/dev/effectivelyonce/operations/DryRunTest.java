package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.record.BulkInterventions;
import dev.effectivelyonce.operations.record.BulkListener;
import dev.effectivelyonce.operations.record.BulkPreview;
import dev.effectivelyonce.operations.record.BulkResult;
import dev.effectivelyonce.operations.record.Change;
import dev.effectivelyonce.operations.record.DryRun;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Selection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A dry run tells what the run itself then does, and does nothing. */
class DryRunTest extends WorkplaceTest {
  private static final BulkListener SILENT = (done, left) -> {};

  private Interventions real;

  @BeforeEach
  void prepare() {
    real = new Interventions(workplace, Optional.of("T-7"));
  }

  @Test
  void eachInterventionLeavesTheRecordThatItsDryRunTold() {
    orders.heldInStep("O-1");
    orders.failed("O-2");
    List<Intervention> ofHeld =
        List.of(
            new Intervention.SettleStep("charge", Settlement.COMPLETED, Optional.of("{\"r\":7}")),
            new Intervention.Settle(Settlement.COMPLETED),
            new Intervention.Erase(),
            new Intervention.Forget());

    ofHeld.forEach(wanted -> assertTold(wanted, "O-1"));
    assertTold(new Intervention.Acknowledge(), "O-2");
  }

  private void assertTold(Intervention wanted, String key) {
    RecordView seen = seen(key);

    Change told = real.asDryRun().carryOut(wanted, seen);
    assertThat(seen(key)).isEqualTo(seen);
    Change done = real.carryOut(wanted, seen);

    assertThat(told).isInstanceOf(Change.Done.class).isEqualTo(done);
    assertThat(seen(key).record()).isEqualTo(((Change.Done) told).now().record());
  }

  @Test
  void whatWouldBeRefusedIsRefused() {
    IdempotencyRecord held = orders.held("O-1");
    RecordView seen = seen("O-1");
    orders.store().settle(held, Settlement.COMPLETED, Stamp.of(Orders.LATER, Orders.RETENTION));

    Change told = real.asDryRun().carryOut(new Intervention.Settle(Settlement.RETRYABLE), seen);

    assertThat(told)
        .isInstanceOfSatisfying(
            Change.Refused.class, it -> assertThat(it.problem()).contains("COMPLETED now"));
  }

  @Test
  void thePartsThatWouldChangeAreNamedAndNoResultIsShown() {
    orders.heldInStep("O-1");
    RecordView seen = seen("O-1");
    Intervention charged =
        new Intervention.SettleStep("charge", Settlement.COMPLETED, Optional.of("{\"secret\":7}"));

    RecordView after = ((Change.Done) real.asDryRun().carryOut(charged, seen)).now();
    DryRun dryRun = new DryRun(seen, after);

    assertThat(dryRun.changes())
        .containsEntry("status", new DryRun.Part("UNKNOWN", "RETRYABLE"))
        .containsEntry("error", new DryRun.Part(Orders.WHY.text(), "none"))
        .containsEntry(
            "step charge",
            new DryRun.Part("INTENT, attempt 1, result none", "DONE, attempt 1, result kept"))
        .doesNotContainKey("step reserve");
    assertThat(dryRun.json(move -> "").toString()).doesNotContain("secret");
  }

  @Test
  void manyRecordsAreCountedAsTheRunItselfThenDoes() {
    orders.failed("O-1");
    orders.halfDoneFailure("O-2");
    orders.ofLaterRelease("O-3");
    BulkInterventions bulk =
        new BulkInterventions(workplace, "T-7", new ScanPace(1_000, (soFar, total) -> {}));
    BulkPreview preview =
        bulk.preview(
            new Selection(
                workplace.consumer("orders"),
                RecordFilter.failed,
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Selection.UNLIMITED),
            SILENT);
    Intervention acknowledge = new Intervention.Acknowledge();

    BulkResult told = bulk.dryRun(acknowledge, preview, SILENT);

    assertThat(seen("O-1").isAcknowledged()).isFalse();
    assertThat(told.done()).isEqualTo(1);
    assertThat(told.left()).isEqualTo(2);
    assertThat(bulk.carryOut(acknowledge, preview, SILENT)).isEqualTo(told);
  }
}
