package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.replay.FakeQueues.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that dies, loses answers or races at any point loses nothing, and the next one ends it. */
class CrashTest {
  private final ReplayBench bench = new ReplayBench();

  @Test
  void aMessageThatWasSentAndNotDeletedIsSkippedOnceItsCopyIsDone() {
    bench.letter("a");
    bench.queues.onDelete("m-a", Fault.FAILS);

    ReplayReport first = bench.replay();
    bench.record("a", Status.COMPLETED);
    ReplayReport second = bench.replay();

    assertThat(first.counts().replayed()).isEqualTo(1);
    assertThat(first.counts().notDeleted()).isEqualTo(1);
    assertThat(first.details()).singleElement().matches(it -> it.problem().isPresent());
    assertThat(second.counts().skipped()).isEqualTo(1);
    assertThat(bench.queues.sent()).containsExactly("m-a");
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void aRunThatDiesBetweenSendAndDeleteLeavesTheDeadLetterForTheNext() {
    bench.letter("a");
    bench.queues.onDelete("m-a", Fault.DIES);

    assertThatThrownBy(bench::replay).isInstanceOf(Death.class);
    assertThat(bench.queues.deadLetters()).containsExactly("m-a");
    bench.replay();

    assertThat(bench.queues.sent()).containsExactly("m-a", "m-a");
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void aLostAnswerToSendLeavesTheMessageAndTheNextRunSendsItAgain() {
    bench.letter("a");
    bench.queues.onSend("m-a", Fault.LOSES_ANSWER);

    ReplayReport first = bench.replay();
    bench.replay();

    assertThat(first.counts().decisions()).containsOnlyKeys("SEND_FAILED");
    assertThat(first.details()).singleElement().matches(it -> !it.toString().contains("reopened"));
    assertThat(first.end()).isEqualTo(RunEnd.FAULT);
    assertThat(bench.queues.sent()).containsExactly("m-a", "m-a");
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void aRecordReopenedByARunThatDiedThenIsSentByTheNext() {
    failed();
    bench.queues.onSend("m-a", Fault.FAILS);

    bench.replay();
    assertThat(bench.status("a")).contains(Status.RETRYABLE);
    assertThat(bench.queues.visible()).containsExactly("m-a");

    assertThat(bench.decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(bench.queues.sent()).containsExactly("m-a");
  }

  private IdempotencyRecord failed() {
    bench.letter("a");
    return bench.record("a", Status.FAILED);
  }

  /** Its filter, which the record matched before, does not turn against it. */
  @Test
  void aLostAnswerToTheReopeningIsFoundInTheRecord() {
    failed();
    bench.store.loseAnswerOfNext(Verb.SETTLE, 1);

    ReplayReport report =
        bench.replay(ReplayRequest.everything().withFilter(ReplayFilter.NONE.withError("gateway")));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(bench.store.calls(Verb.SETTLE)).isEqualTo(1);
    assertThat(bench.status("a")).contains(Status.RETRYABLE);
  }

  @Test
  void aReopeningThatDidNotArriveIsRepeatedAndOneThatIsDeniedIsNot() {
    failed();

    bench.store.failNext(Verb.SETTLE, 1, StoreException.Kind.DENIED);
    assertThat(bench.decisions()).isEqualTo(Map.of("STORE_FAILED", 1));

    bench.store.failNext(Verb.SETTLE, 1);
    assertThat(bench.replay().counts().reopened()).isEqualTo(1);
    assertThat(bench.status("a")).contains(Status.RETRYABLE);
  }

  @Test
  void aRecordThatAnotherCompletedMeanwhileIsSkipped() {
    settledMeanwhile(Settlement.COMPLETED);

    assertThat(bench.decisions()).isEqualTo(Map.of("SKIP", 1));

    assertThat(bench.queues.sent()).isEmpty();
    assertThat(bench.status("a")).contains(Status.COMPLETED);
  }

  @Test
  void aRecordThatAnotherReopenedMeanwhileIsSentAndNotReopenedAgain() {
    settledMeanwhile(Settlement.RETRYABLE);

    assertThat(bench.decisions()).isEqualTo(Map.of("SEND", 1));
  }

  @Test
  void aDecisionThatTheFilterDoesNotNameIsNotCarriedOutIfTheRecordChangesMeanwhile() {
    settledMeanwhile(Settlement.COMPLETED);

    ReplayReport report = bench.replay(only("REOPEN"));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("CONTESTED", 1));
    assertThat(bench.queues.visible()).containsExactly("m-a");
  }

  @Test
  void aRecordThatIsReopenedMeanwhileIsSentEvenIfTheFilterNamesItsReopeningAlone() {
    settledMeanwhile(Settlement.RETRYABLE);

    assertThat(bench.replay(only("REOPEN")).counts().decisions()).isEqualTo(Map.of("SEND", 1));
  }

  /** It was retried and failed anew, so it isn't one of those that the filter chose. */
  @Test
  void aRecordThatFailsByAnotherErrorMeanwhileIsLeft() {
    bench.letters("first", 1, Status.FAILED);
    failed();
    bench.duringPause(() -> bench.failAgain("a"));

    ReplayReport report =
        bench.replay(
            ReplayRequest.everything()
                .withRatePerSecond(1)
                .withFilter(ReplayFilter.NONE.withCause("Gateway said")),
            ReplayBench.FIFO);

    assertThat(report.counts().decisions()).containsEntry("CONTESTED", 1);
    assertThat(bench.status("a")).contains(Status.FAILED);
    assertThat(bench.queues.deadLetters()).contains("m-a");
  }

  private static ReplayRequest only(String decision) {
    return ReplayRequest.everything().withFilter(ReplayFilter.NONE.withDecisions(Set.of(decision)));
  }

  private void settledMeanwhile(Settlement decision) {
    IdempotencyRecord failed = failed();
    WriteTimestamp stamp = WriteTimestamp.of(bench.clock.instant(), Duration.ofDays(1));
    bench.store.beforeNext(Verb.SETTLE, () -> bench.memory.settle(failed, decision, stamp));
  }

  @Test
  void aRecordThatFailsAgainAndAgainWhileItIsReopenedIsLeft() {
    failed();
    for (int i = 0; i < 10; i++) {
      bench.store.beforeNext(Verb.SETTLE, () -> bench.failAgain("a"));
    }

    assertThat(bench.decisions()).isEqualTo(Map.of("CONTESTED", 1));
    assertThat(bench.store.calls(Verb.SETTLE)).isEqualTo(4);
    assertThat(bench.queues.deadLetters()).containsExactly("m-a");
  }

  @Test
  void aStoreThatCannotReopenEndsTheRunRatherThanPassTheWholeQueueOver() {
    bench.letters("o", 30, Status.FAILED);
    bench.store.failNext(Verb.SETTLE, 1000);

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.counts().decisions()).isEqualTo(Map.of("STORE_FAILED", 10));
    assertThat(bench.queues.visible()).hasSize(30);
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSES", "FAILS"})
  void aReportNamesTheRecordThatWasReopenedForNothing(Fault fault) {
    failed();
    bench.queues.onSend("m-a", fault);

    ReplayReport report = bench.replay();

    assertThat(report.counts().reopened()).isZero();
    assertThat(report.details())
        .singleElement()
        .matches(it -> it.problem().orElse("").endsWith("; its record is reopened"));
  }

  @Test
  void aListenerThatThrowsCostsNeitherMessagesNorTheReport() {
    bench.letter("a");
    bench.letter("b");

    ReplayReport report =
        Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
            .run(
                ReplayRequest.everything(),
                Optional.empty(),
                (message, counts) -> {
                  throw new IllegalStateException("broken pipe");
                });

    assertThat(report.counts().replayed()).isEqualTo(2);
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void aSkippedMessageThatCannotBeDeletedIsLeftAndSkippedNextTime() {
    bench.letter("a");
    bench.letter("b");
    bench.record("a", Status.COMPLETED);
    bench.queues.onDelete("m-a", Fault.LOSES_ANSWER);

    assertThat(bench.decisions()).containsOnlyKeys("DELETE_FAILED", "SEND");
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void anUnreachableStoreEndsTheRunBeforeItMovesAnything() {
    bench.letters("o", 30);
    bench.store.failNext(Verb.FIND, 30);

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).isPresent();
    assertThat(report.counts().examined()).isEqualTo(10);
    assertThat(report.remaining()).contains(20L);
    assertThat(bench.queues.visible()).hasSize(30);
  }

  @Test
  void anUnreadableRecordConcernsItsMessageAlone() {
    bench.letter("a");
    bench.store.failNext(Verb.FIND, 1, StoreException.Kind.UNREADABLE);

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).containsOnlyKeys("RECORD_UNREADABLE");
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
  }

  @Test
  void aQueueThatFailsEndsTheRunWithAReportOfWhatWasDone() {
    bench.letters("o", 10);
    bench.queues.beforeReceive(
        () -> {
          if (bench.queues.receives() == 2) {
            throw new QueueException(QueueException.Kind.FAILED, "Denied", "Allow it", null);
          }
        });

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).contains("Denied. Allow it.");
    assertThat(report.counts().replayed()).isEqualTo(10);
  }

  @Test
  void aQueueThatCannotBeUsedFromTheStartIsAnException() {
    bench.queues.breakDown();

    assertRefused(QueueException.class, bench::replay);
  }

  @Test
  void aRefusedMessageIsNamedAndTheRunGoesOn() {
    for (int i = 0; i < 12; i++) {
      bench.letter("o" + i);
      bench.queues.onSend("m-o" + i, i < 11 ? Fault.REFUSES : Fault.LOSES_ANSWER);
    }
    bench.letter("fine");

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions())
        .containsEntry("SEND_REFUSED", 11)
        .containsEntry("SEND", 1);
    assertThat(report.details()).hasSize(12);
  }
}
