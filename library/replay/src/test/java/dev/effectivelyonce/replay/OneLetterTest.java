package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.replay.FakeQueues.Fault;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** An unexpected exception about one letter concerns that letter; every run ends with a report. */
class OneLetterTest {
  private static final String PERSONAL = "jane@example.com";

  private final ReplayBench bench = new ReplayBench();

  static Stream<Arguments> unexpected() {
    List<Supplier<Throwable>> all =
        List.of(() -> new IllegalStateException(PERSONAL), () -> new StackOverflowError(PERSONAL));
    return ReplayBench.queues().stream()
        .flatMap(queue -> all.stream().map(thrown -> Arguments.of(queue, thrown)));
  }

  /** Six orders in two groups. */
  private void letters(ReplayQueue queue) {
    if (queue.isFifo()) {
      bench.queues.fifo();
    }
    for (int i = 0; i < 6; i++) {
      bench.queues.add(
          "m-" + i,
          ReplayBench.body("" + i),
          Map.of(MessageSystemAttributeName.MESSAGE_GROUP_ID, "g" + i % 2));
    }
  }

  private static void assertLeft(ReplayReport report, RunEnd end, String reason, Class<?> thrown) {
    assertThat(report.end()).isEqualTo(end);
    assertThat(report.details())
        .singleElement()
        .matches(it -> it.decision().label().equals(reason))
        .extracting(it -> it.problem().orElse(""))
        .asString()
        .contains(thrown.getName())
        .doesNotContain(PERSONAL);
  }

  private ReplayReport whereLookupsThrow(
      ReplayQueue queue, Predicate<RecordId> where, Supplier<Throwable> thrown) {
    IdempotencyStore store =
        new ForwardingStore(bench.memory) {
          @Override
          public Optional<IdempotencyRecord> find(RecordId id) {
            if (where.test(id)) {
              throw unchecked(thrown.get());
            }
            return super.find(id);
          }
        };
    return Replay.over(bench.queues, store, queue, bench.platform)
        .run(ReplayRequest.everything(), Optional.empty(), ReplayListener.NONE);
  }

  @ParameterizedTest
  @MethodSource("unexpected")
  void aLookupThatThrowsLeavesItsLetterAndAllOthersAreSent(
      ReplayQueue queue, Supplier<Throwable> thrown) {
    letters(queue);

    ReplayReport report = whereLookupsThrow(queue, ReplayBench.id("1")::equals, thrown);

    assertThat(bench.queues.sent()).hasSize(5).doesNotContain("m-1");
    assertThat(bench.queues.visible()).containsExactly("m-1");
    assertLeft(report, RunEnd.EMPTY, "RECORD_UNREADABLE", thrown.get().getClass());
  }

  @ParameterizedTest
  @MethodSource("unexpected")
  void aReopeningThatThrowsIsAFaultOfTheStoreAndNoLaterLetterOfItsGroupGoesFirst(
      ReplayQueue queue, Supplier<Throwable> thrown) {
    letters(queue);
    bench.record("1", Status.FAILED);
    bench.store.beforeNext(
        Verb.SETTLE,
        () -> {
          throw unchecked(thrown.get());
        });

    assertFault(bench.replay(ReplayRequest.everything(), queue), queue, "STORE_FAILED", thrown);
  }

  @ParameterizedTest
  @MethodSource("unexpected")
  void aSendThatThrowsIsAFaultOfTheQueueAndNoLaterLetterOfItsGroupGoesFirst(
      ReplayQueue queue, Supplier<Throwable> thrown) {
    letters(queue);
    bench.queues.onSend(
        letter -> {
          if (letter.id().equals("m-1")) {
            throw unchecked(thrown.get());
          }
        });

    assertFault(bench.replay(ReplayRequest.everything(), queue), queue, "SEND_FAILED", thrown);
  }

  /** On a FIFO queue the other group is sent, and on another one all others are. */
  private void assertFault(
      ReplayReport report, ReplayQueue queue, String reason, Supplier<Throwable> thrown) {
    assertThat(bench.queues.sent()).hasSize(queue.isFifo() ? 3 : 5).doesNotContain("m-1");
    assertLeft(
        report, queue.isFifo() ? RunEnd.FAULT : RunEnd.EMPTY, reason, thrown.get().getClass());
  }

  @Test
  void aDeletionThatThrowsIsToldOfALetterThatWasSent() {
    bench.letter("a");
    bench.queues.onDelete("m-a", Fault.THROWS);

    ReplayReport report = bench.replay();

    assertThat(report.counts().replayed()).isEqualTo(1);
    assertThat(report.counts().notDeleted()).isEqualTo(1);
    assertThat(report.toMap().toString())
        .contains("Not deleted: Unexpected java.lang.IllegalStateException")
        .doesNotContain("cents");
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void aStoreWhoseLookupsAllThrowEndsTheRun(ReplayQueue queue) {
    bench.letters("a", 45);

    ReplayReport report =
        whereLookupsThrow(queue, id -> true, () -> new IllegalStateException(PERSONAL));

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).get().asString().contains("IllegalStateException");
    assertThat(report.counts().decisions()).containsEntry("RECORD_UNREADABLE", 9);
    assertThat(report.counts().examined()).isLessThan(45);
    assertThat(bench.queues.visible()).hasSize(45);
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void aQueueWhoseCallsThrowEndsTheRunWithAReportOfWhatWasDone(ReplayQueue queue) {
    bench.letters("o", 10);
    bench.letter("held");
    bench.record("held", Status.UNKNOWN);
    bench.queues.beforeReceive(
        () -> {
          if (bench.queues.receives() == 2) {
            bench.queues.breakDown(new IllegalStateException(PERSONAL));
          }
        });

    ReplayReport report = bench.replay(ReplayRequest.everything(), queue);

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem())
        .get()
        .asString()
        .contains("java.lang.IllegalStateException")
        .doesNotContain(PERSONAL);
    assertThat(report.counts().replayed()).isEqualTo(10);
    assertThat(report.remaining()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anErrorOfTheProcessEndsTheRunAsItIs(int letters) {
    bench.letters("a", letters);
    bench.store.beforeNext(
        Verb.FIND,
        () -> {
          throw new Death();
        });

    assertThatThrownBy(bench::replay).isInstanceOf(Death.class);
    assertThat(bench.queues.visible()).as("the letter whose record was not read").isNotEmpty();
  }

  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }
}
