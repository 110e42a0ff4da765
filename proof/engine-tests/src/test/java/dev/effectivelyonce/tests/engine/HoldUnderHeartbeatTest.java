package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Under HOLD, what a handler that threw holds: its own claim, and only while it is one. */
class HoldUnderHeartbeatTest {
  private final Beating beating = new Beating(HOLD);
  private final Bench bench = beating.bench;

  @Test
  void theClaimOfItsSuccessorIsNotHeld() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              heldAndSettled(Settlement.RETRYABLE);
              takenOver();
              throw new IllegalStateException();
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.INPROGRESS, 2);
  }

  private void heldAndSettled(Settlement decision) {
    beating.freeze(Beating.LEASE.plus(Beating.LEASE).plus(Bench.MARGIN));
    Stamp stamp = Stamp.of(bench.clock.instant(), Bench.RETENTION);
    bench.memory.hold(bench.record(), new ErrorSummary("lapsed"), stamp);
    bench.settle(decision);
  }

  private void takenOver() {
    IdempotencyRecord seen = bench.record();
    Claim claim =
        new Claim(
            seen.id(),
            new Owner("successor"),
            beating.inALease(),
            seen.stamp(),
            Optional.empty(),
            Optional.empty());
    assertThat(bench.memory.takeOver(seen, claim)).isInstanceOf(WriteResult.Written.class);
  }

  /** The record is still of its attempt, with a lease that it does not know of. */
  @Test
  void whatAnOperatorDecidedAfterARenewalThatWasNotAnsweredStands() {
    bench.store.loseAnswerOfNext(Verb.RENEW, 1);

    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.pass(Beating.BEAT);
              heldAndSettled(Settlement.COMPLETED);
              throw new IllegalStateException();
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aStoreThatRefusesWhatItShowsAsHeldIsNotAskedForEver() {
    IdempotencyStore refusing =
        new ForwardingStore(bench.memory) {
          @Override
          public WriteResult write(Write write) {
            return write instanceof Write.Hold
                ? new WriteResult.Refused(find(write.id()))
                : super.write(write);
          }
        };

    Outcome outcome =
        bench
            .engine(refusing)
            .execute(
                beating.request(),
                attempt -> {
                  throw new IllegalStateException();
                });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
  }
}
