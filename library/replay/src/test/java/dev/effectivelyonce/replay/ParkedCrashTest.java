package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.replay.QueueException.Kind;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A replay of parked records that dies or learns nothing at any point loses and repeats nothing.
 */
class ParkedCrashTest {

  private final ParkedBench bench = new ParkedBench();

  /** Where its function runs, and the process dies before it knows. */
  private void die() {
    assertThatThrownBy(
            () ->
                bench.replay(
                    (function, event, within) -> {
                      bench.invoke(function, event, within);
                      throw new Death();
                    }))
        .isInstanceOf(Death.class);
  }

  @Test
  void whatWasReopenedAndNotInvokedIsInvokedByTheNextRun() {
    bench.parked("a");
    FunctionInvoker dying =
        (function, event, within) -> {
          throw new Death();
        };

    assertThatThrownBy(() -> bench.replay(dying)).isInstanceOf(Death.class);
    assertThat(bench.status("a")).contains(Status.RETRYABLE);

    assertThat(bench.decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(bench.ran).containsExactly("a");
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void anInvocationWhoseAnswerWasLostKeepsTheRecordAndIsFoundDone() {
    bench.parked("a");
    FunctionInvoker losing =
        (function, event, within) -> {
          bench.invoke(function, event, within);
          throw new QueueException(Kind.FAILED, "No answer", "See the test", null);
        };

    ReplayReport first = bench.replay(losing);
    ReplayReport second = bench.replay();

    assertThat(first.counts().decisions()).isEqualTo(Map.of("SEND_FAILED", 1));
    assertThat(first.end()).isEqualTo(RunEnd.FAULT);
    assertThat(second.counts().decisions()).isEqualTo(Map.of("SKIP", 1));
    assertThat(bench.ran).containsExactly("a");
  }

  @Test
  void aRecordThatMustComeBackStaysAndTheRunGoesOn() {
    bench.parked("a", "b");
    bench.answers.put("a", () -> HandlerResult.retry("The gateway is away"));
    bench.timeout = Duration.ofSeconds(3);

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).isEqualTo(Map.of("NOT_DONE", 1, "REOPEN", 1));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(bench.status("a")).contains(Status.RETRYABLE);
    assertThat(bench.status("b")).contains(Status.COMPLETED);
    assertThat(bench.depth()).isEqualTo(1);
  }

  @Test
  void aDeathBetweenParkingAgainAndDeletingLeavesTwoOfWhichOneRuns() {
    bench.parked("a");
    bench.answers.put("a", () -> HandlerResult.fail("No"));

    die();
    bench.answers.clear();
    bench.ran.clear();

    assertThat(bench.decisions()).isEqualTo(Map.of("REOPEN", 1, "SKIP", 1));
    assertThat(bench.ran).containsExactly("a");
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void theAnswerOfAnotherFunctionKeepsTheRecord() {
    bench.parked("a");

    for (String answer :
        ParkedBench.answersOfOtherFunctions(
            "7",
            "{\"batchItemFailures\":null}",
            "{\"batchItemFailures\":{}}",
            "{\"messages\":1}")) {
      ReplayReport report = bench.replay(answer);

      assertThat(report.counts().decisions()).as(answer).isEqualTo(Map.of("NOT_DONE", 1));
      assertThat(report.details())
          .singleElement()
          .extracting(it -> it.problem().orElse(""))
          .asString()
          .contains("did not answer as a consumer of its source does");
      assertThat(bench.depth()).isEqualTo(1);
    }
  }

  private static Stream<Arguments> failures() {
    List<Supplier<String>> all =
        List.of(
            () -> {
              throw new QueueException(Kind.NOT_DONE, "The function failed", "Correct it", null);
            },
            () -> "OK",
            () -> {
              throw new IllegalStateException("No pool");
            },
            () -> {
              throw new StackOverflowError();
            });
    return Stream.of("", ".fifo").flatMap(it -> all.stream().map(one -> Arguments.of(it, one)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFunctionThatFailsForOneRecordKeepsThisOneAlone(String ending, Supplier<String> failure) {
    ParkedBench mixed = inShards(4, ending);

    ReplayReport report =
        later(
            mixed,
            (function, event, within) ->
                event.contains("shard-1:") ? failure.get() : mixed.invoke(function, event, within));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("NOT_DONE", 1, "REOPEN", 3));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(mixed.ran).containsExactlyInAnyOrder("x-0", "x-2", "x-3");
    assertThat(mixed.depth()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFunctionThatFailsTenTimesInARowEndsTheRun(String ending, Supplier<String> failure) {
    ParkedBench broken = inShards(12, ending);

    ReplayReport report = later(broken, (function, event, within) -> failure.get());

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.counts().decisions()).containsEntry("NOT_DONE", 9);
    assertThat(broken.depth()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({"15, 2", "5, 2", "3, 4", "1, 10"})
  void aFunctionThatHangsIsNotInvokedForLong(int timeoutMinutes, int invocations) {
    bench.parked(IntStream.range(0, 12).mapToObj(i -> "x-" + i).toArray(String[]::new));
    ManualClock clock = new ManualClock(Instant.now());
    FunctionInvoker hanging =
        (function, event, within) -> {
          bench.invoked.add(event);
          clock.advance(Duration.ofMinutes(timeoutMinutes));
          throw new QueueException(Kind.NOT_DONE, "The function hangs", "Correct it", null);
        };

    ReplayReport report =
        bench.replay(
            ReplayRequest.everything(),
            hanging,
            new Platform(clock, () -> new AttemptId("unused"), () -> 0L, pause -> {}),
            Optional.empty());

    assertThat(bench.invoked).hasSize(invocations);
    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).get().asString().contains("hangs");
  }

  /** Two lanes: the first goes on to its next record while the failure of the other counts. */
  @Test
  void theProblemOfARunIsTheFunctionsFailureEvenIfAnEarlierRecordWasNotInvoked() {
    bench.parkedIn("shard-0", "x-0", "x-1");
    bench.parkedIn("shard-1", "y-0");
    ManualClock clock = new ManualClock(Instant.now());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch counted = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    FunctionInvoker hanging =
        (function, event, within) -> {
          bench.invoked.add(event);
          if (event.contains("shard-0:")) {
            await(begun);
            clock.advance(Duration.ofMinutes(5));
          } else {
            begun.countDown();
            await(counted);
          }
          throw new QueueException(Kind.NOT_DONE, "The function hangs", "Correct it", null);
        };
    IdempotencyStore store =
        new ForwardingStore(bench.memory) {
          @Override
          public Optional<IdempotencyRecord> find(RecordId id) {
            if (id.equals(ParkedBench.id("x-1"))) {
              counted.countDown();
              await(over);
            }
            return super.find(id);
          }
        };

    ReplayReport report =
        Replay.ofParked(
                LiveQueues.client(),
                hanging,
                store,
                bench.queue(),
                new Platform(clock, () -> new AttemptId("unused"), () -> 0L, pause -> {}))
            .run(
                ReplayRequest.everything(),
                Optional.empty(),
                (message, counts) -> {
                  if (counts.decisions().containsKey("SEND_FAILED")) {
                    over.countDown();
                  }
                });

    assertThat(bench.invoked).hasSize(2);
    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).get().asString().contains("hangs");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whoever reports a record is the right function, and works. */
  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void recordsThatMustComeBackHoldNoOthers(String ending) {
    ParkedBench mixed = inShards(12, ending);

    ReplayReport report =
        later(
            mixed,
            (function, event, within) ->
                event.contains("shard-11:")
                    ? mixed.invoke(function, event, within)
                    : "{\"batchItemFailures\":[{\"itemIdentifier\":\"98\"}]}");

    assertThat(report.counts().decisions()).isEqualTo(Map.of("NOT_DONE", 11, "REOPEN", 1));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(mixed.ran).containsExactly("x-11");
  }

  private static ParkedBench inShards(int count, String ending) {
    ParkedBench parked = new ParkedBench(ending);
    for (int i = 0; i < count; i++) {
      parked.parkedIn("shard-" + i, "x-" + i);
    }
    return parked;
  }

  /** Replays when a FIFO queue would take what is parked again. */
  private static ReplayReport later(ParkedBench parked, FunctionInvoker functions) {
    return parked.replay(
        ReplayRequest.everything(),
        functions,
        ParkedDecisionsTest.at(Instant.now().plus(ParkedRecords.SETTLED)),
        Optional.empty());
  }

  @Test
  void anInvocationIsNotWaitedForBeyondTheEndOfTheRun() {
    bench.parked("a");
    List<Duration> waits = new CopyOnWriteArrayList<>();

    bench.replay(
        ReplayRequest.everything(),
        (function, event, within) -> {
          waits.add(within);
          return bench.invoke(function, event, within);
        },
        Platform.system(),
        Optional.of(Instant.now().plus(Duration.ofSeconds(60))));

    assertThat(waits)
        .singleElement()
        .satisfies(it -> assertThat(it).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(70)));
  }
}
