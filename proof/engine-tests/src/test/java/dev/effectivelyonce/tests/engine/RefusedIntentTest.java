package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where an intent is refused, its effect begins only if it is there, and this attempt's still. */
class RefusedIntentTest {
  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final Handler charges =
      attempt ->
          HandlerResult.completed(
              attempt.steps().run("charge", StepPolicy.hold(String.class), gateway.does("charge")));

  @Test
  void anIntentOfARecordThatAnotherAttemptHoldsByNowBeginsNothing() {
    bench.store.afterNext(Verb.NOTE, () -> lostAfter(this::heldByAnother));

    assertThat(bench.deliver(charges)).isEqualTo(new Outcome.Superseded(1));
    assertThat(gateway.calls).isEmpty();
    bench.assertRecord(Status.INPROGRESS, 2);
  }

  @Test
  void anIntentOfARecordThatIsHeldByNowBeginsNothing() {
    bench.store.afterNext(Verb.NOTE, () -> lostAfter(this::heldForAnOperator));

    assertThat(bench.deliver(charges)).isEqualTo(new Outcome.Superseded(1));
    assertThat(gateway.calls).isEmpty();
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  /** An intent is written and its answer lost, and then this happens before it is sent again. */
  private static void lostAfter(Runnable meanwhile) {
    meanwhile.run();
    throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
  }

  private void heldByAnother() {
    IdempotencyRecord seen = bench.record();
    Claim claim =
        new Claim(
            seen.id(),
            new Owner("another"),
            seen.leaseUntil().plus(Bench.TIME),
            seen.stamp(),
            Optional.empty(),
            Optional.empty());
    assertThat(bench.memory.takeOver(seen, claim)).isInstanceOf(WriteResult.Written.class);
  }

  private void heldForAnOperator() {
    IdempotencyRecord seen = bench.record();
    assertThat(bench.memory.hold(seen, new ErrorSummary("lapsed"), seen.stamp()))
        .isInstanceOf(WriteResult.Written.class);
  }

  @Test
  void anIntentThatTheRecordDoesNotHaveBeginsNothing() {
    IdempotencyStore refusing =
        new ForwardingStore(bench.memory) {
          @Override
          public WriteResult write(Write write) {
            return write instanceof Write.Note
                ? new WriteResult.Refused(find(write.id()))
                : super.write(write);
          }
        };

    Outcome outcome = bench.engine(refusing).execute(bench.request(), charges);

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(gateway.calls).isEmpty();
  }
}
