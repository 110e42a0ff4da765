package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A renewal and a note of one attempt are under way at once: neither takes back the other. */
class HeartbeatAndNotesTest {
  private static final Instant WHATEVER_THE_RETENTION = Instant.parse("2200-01-01T00:00:00Z");

  private final Gateway gateway = new Gateway();
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;
  private Runnable charges = () -> {};

  @Test
  void aNoteThatArrivesBeforeARenewalOfTheRecordBeforeItStays() {
    bench.store.beforeNext(Verb.RENEW, () -> charges.run());

    assertBothCount();
  }

  @Test
  void aNoteThatArrivesBetweenARenewalAndItsAnswerStays() {
    bench.store.afterNext(Verb.RENEW, () -> charges.run());

    assertBothCount();
  }

  /** The handler charges while its claim is renewed, ships, and lives through another renewal. */
  private void assertBothCount() {
    beating.deliver(
        attempt -> {
          charges = () -> run(attempt, "charge");
          beating.pass(Beating.BEAT);
          assertRecordHas("charge");
          assertThat(attempt.steps().noted("charge")).isPresent();
          run(attempt, "ship");
          beating.pass(Beating.BEAT);
          assertRecordHas("charge", "ship");
          return HandlerResult.completed();
        });

    assertThat(beating.renewals()).isEqualTo(2);
    assertThat(gateway.calls).containsExactly("charge", "ship");
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aRenewalThatArrivesBeforeANoteOfTheRecordBeforeItStays() {
    bench.store.beforeNext(Verb.NOTE, () -> beating.pass(Beating.BEAT));

    assertTheLeaseIsKeptWhileAStepIsNoted();
  }

  @Test
  void aRenewalThatArrivesBetweenTheLastNoteAndItsAnswerStays() {
    bench.store.afterNext(Verb.NOTE, () -> {});
    bench.store.afterNext(Verb.NOTE, () -> beating.pass(Beating.BEAT));

    assertTheLeaseIsKeptWhileAStepIsNoted();
  }

  private void assertTheLeaseIsKeptWhileAStepIsNoted() {
    beating.deliver(
        attempt -> {
          run(attempt, "charge");
          assertRecordHas("charge");
          bench.store.failNext(Verb.RENEW, 1000);
          beating.pass(Beating.LEASE.minusMillis(1));
          assertThat(attempt.claim().isHeld()).isTrue();
          return HandlerResult.completed();
        });

    assertThat(gateway.calls).containsExactly("charge");
    bench.assertRecord(Status.COMPLETED, 1);
  }

  private void run(Attempt attempt, String name) {
    try {
      attempt.steps().run(name, StepPolicy.hold(String.class), gateway.does(name));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** With the lease of a renewal just now, and half done. */
  private void assertRecordHas(String... steps) {
    assertThat(bench.record().leaseUntil()).isEqualTo(beating.inALease());
    assertThat(bench.record().steps())
        .allMatch(step -> step.state() == Step.State.DONE)
        .extracting(Step::name)
        .containsExactly(steps);
    assertThat(bench.record().stamp().keptUntil()).isAfter(WHATEVER_THE_RETENTION);
  }
}
