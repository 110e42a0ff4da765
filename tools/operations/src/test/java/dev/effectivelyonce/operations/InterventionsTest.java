package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.Change;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Intervention.Acknowledge;
import dev.effectivelyonce.operations.record.Intervention.Erase;
import dev.effectivelyonce.operations.record.Intervention.Forget;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was seen goes in, and what became of it comes out: nobody is asked, and nothing printed. */
class InterventionsTest extends OperatorContextTest {
  private static final RecordId ID = Orders.id("O-1");
  private static final Settle COMPLETED = new Settle(Settlement.COMPLETED);
  private static final Settle RETRY = new Settle(Settlement.RETRYABLE);

  @Test
  void eachLeavesTheRecordThatItsDryRunTold() {
    orders.heldInStep("O-1");
    orders.failed("O-2");

    assertTold(new SettleStep("charge", Settlement.COMPLETED, Optional.of("{\"r\":7}")), "O-1");
    assertTold(COMPLETED, "O-1");
    assertTold(new Erase(), "O-1");
    assertTold(new Forget(), "O-1");
    assertTold(new Acknowledge(), "O-2");
  }

  private void assertTold(Intervention wanted, String key) {
    RecordView seen = seen(key);
    Change told = interventions().asDryRun().carryOut(wanted, seen);

    assertThat(seen(key)).isEqualTo(seen);
    assertThat(told).isInstanceOf(Change.Done.class).isEqualTo(carriedOut(wanted, seen));
    assertThat(seen(key).record()).isEqualTo(told.now().record());
  }

  @Test
  void aRecordThatChangedSinceItWasSeenIsLeftWhateverIsWanted() {
    orders.heldInStep("O-1");
    RecordView before = seen();
    done(RETRY, before);
    IdempotencyRecord other = found();
    SettleStep step = new SettleStep("charge", Settlement.RETRYABLE, Optional.empty());

    for (Intervention late : List.of(COMPLETED, step, new Forget())) {
      assertThat(carriedOut(late, before))
          .isEqualTo(
              new Change.Refused(
                  "The record changed since it was shown: it is RETRYABLE now, and was left as it"
                      + " is",
                  "Inspect it, and decide again"));
      assertThat(interventions().asDryRun().carryOut(late, before))
          .isInstanceOf(Change.Refused.class);
    }
    assertThat(found()).isEqualTo(other);
  }

  @Test
  void aCompletedRecordThatWasForgottenMeanwhileIsNotErased() {
    orders.completed("O-1");
    RecordView before = seen();
    done(new Forget(), before);

    assertThat(carriedOut(new Erase(), before)).isInstanceOf(Change.Refused.class);
    assertThat(found().status()).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void aRefusalIsKnownBeforeAnybodyIsAskedAndHoldsForThoseWhoDoNotLook() {
    orders.claimed("O-1", Orders.LATER, Optional.empty());
    RecordView live = seen();
    RecordView absent = seen("O-2");
    RecordView held = seen(orders.held("O-3"));
    RecordView completed = seen(orders.completed("O-4"));

    assertRefused(COMPLETED, live, "An attempt holds the record until 2026-01-02T03:05:35Z");
    assertRefused(new Forget(), absent, "There is no record " + absent.id());
    assertRefused(new Erase(), held, "The record is UNKNOWN: its event may run again");
    assertRefused(RETRY, completed, "The record is COMPLETED: nothing about it is in doubt");
    assertRefused(COMPLETED, completed, "The record is COMPLETED already");
    assertRefused(new Acknowledge(), held, "The record is UNKNOWN, and only a failure can be");
    assertRefused(new Acknowledge(), seen(orders.halfDoneFailure("O-5")), "A step of the record");
    assertThat(found().status()).isEqualTo(Status.INPROGRESS);
    assertThat(orders.store().find(absent.id())).isEmpty();
    assertThat(seen("O-3").record()).isEqualTo(held.record());
    assertThat(seen("O-4").record()).isEqualTo(completed.record());
  }

  @Test
  void whatHidesAFailureOrLetsWhatIsDoneRunAgainNeedsAReason() {
    RecordView completed = seen(orders.completed("O-1"));
    RecordView failed = seen(orders.failed("O-2"));
    Interventions silent = new Interventions(context, Optional.empty());

    assertThat(silent.refusal(new Forget(), completed).orElseThrow().remedy())
        .contains("send a new event under an id of its own", "give --reason");
    assertThat(silent.refusal(new Acknowledge(), failed).orElseThrow().remedy())
        .isEqualTo("Give --reason");
    assertThat(silent.refusal(new Forget(), failed)).isEmpty();
    assertThat(silent.carryOut(new Forget(), completed)).isInstanceOf(Change.Refused.class);
    assertThat(seen().record()).isEqualTo(completed.record());
  }

  private void assertRefused(Intervention wanted, RecordView view, String problem) {
    Optional<Change.Refused> refusal = interventions().refusal(wanted, view);

    assertThat(refusal.orElseThrow().problem()).startsWith(problem);
    assertThat(carriedOut(wanted, view)).isEqualTo(refusal.orElseThrow());
  }

  private RecordView done(Intervention wanted, RecordView view) {
    return carriedOut(wanted, view).now();
  }

  private Change carriedOut(Intervention wanted, RecordView view) {
    return interventions().carryOut(wanted, view);
  }

  private Interventions interventions() {
    return new Interventions(context, Optional.of("T-7"));
  }

  private RecordView seen() {
    return seen("O-1");
  }

  private RecordView seen(IdempotencyRecord record) {
    return new Records(context)
        .view(Addresses.byId(context, record.id().value(), Optional.empty()));
  }

  private IdempotencyRecord found() {
    return orders.store().find(ID).orElseThrow();
  }
}
