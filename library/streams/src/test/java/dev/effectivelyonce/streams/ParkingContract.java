package dev.effectivelyonce.streams;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.streams.SourceBench.Placed;
import dev.effectivelyonce.testkit.DyingProcess;
import dev.effectivelyonce.testkit.DyingProcess.Moment;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a consumer does behind each source that has no dead letters, besides what EndingsTest shows
 * of all sources.
 *
 * @param <B> the bench of the source
 */
public abstract class ParkingContract<B extends SourceBench> {
  protected static final HandlerResult RETRY = HandlerResult.retry("not now");
  protected static final HandlerResult FAIL = HandlerResult.fail("never");

  private static final List<Placed> EVENTS =
      List.of(
          new Placed(0, "good"),
          new Placed(1, "poison"),
          new Placed(2, "other"),
          new Placed(3, "good"),
          new Placed(4, "last"),
          new Placed(5, "bane"));

  /** A consumer with the first choice of lanes. */
  protected final B bench;

  private final List<Supplier<B>> benches;

  /**
   * @param lanes all choices of lanes, the default first
   */
  protected <L> ParkingContract(Function<L, B> made, L[] lanes) {
    this.benches = Stream.of(lanes).<Supplier<B>>map(it -> () -> made.apply(it)).toList();
    this.bench = benches.getFirst().get();
  }

  @Test
  void aRecordThatIsTwiceInABatchRunsOnceAndIsParkedOnce() {
    bench.on("b", FAIL);

    assertThat(bench.isDone("a", "b", "a", "b")).isTrue();
    assertThat(bench.ran()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.parked()).hasSize(1);
  }

  @Test
  void aHandlerHasItsSteps() {
    List<String> charges = new ArrayList<>();
    RequestStreamHandler consumer = bench.consumer(it -> it.maxAttempts(2));
    bench.on(
        "a",
        (attempt, steps) -> {
          steps.run("charge", StepPolicy.rerun(Boolean.class), step -> charges.add("charged"));
          return RETRY;
        });

    assertThat(bench.isDone(consumer, "a")).isTrue();
    assertThat(bench.ran()).containsExactly("a", "a");
    assertThat(charges).containsExactly("charged");
  }

  @Test
  void anEventIsParkedAfterItsAttemptsWhateverInvocationsTheyWereIn() {
    bench.on("a", RETRY);
    RequestStreamHandler consumer = bench.consumer(it -> it.maxAttempts(7));

    assertThat(bench.isDone(consumer, "a")).isFalse();
    assertThat(bench.parked()).isEmpty();
    assertThat(bench.isDone(consumer, "a")).isTrue();
    assertThat(bench.ran()).hasSize(7);
    assertThat(bench.parked())
        .extracting(ParkedMessage::why)
        .containsExactly("Given up after 7 attempts: not now");
    assertThat(bench.status("a")).contains(Status.RETRYABLE);
  }

  @Test
  void whatCouldNotBeParkedComesBackAndIsParkedWithoutRunningAgain() {
    bench.on("a", FAIL);
    bench.parking.failNext(1);

    assertThat(bench.isDone("a", "b")).isFalse();
    assertThat(bench.parked()).isEmpty();
    assertThat(bench.isDone("a", "b")).isTrue();
    assertThat(bench.ran()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.parked()).hasSize(1);
  }

  @Test
  void anErrorOfTheParkingFailsNoMoreThanAnExceptionDoes() {
    bench.on("a", FAIL);
    RequestStreamHandler broken =
        bench.consumer(
            it ->
                it.parking(
                    (message, deadline) -> {
                      throw new StackOverflowError();
                    }));

    assertThat(bench.isDone(broken, "a", "b")).isFalse();
    assertThat(bench.isDone("a", "b")).isTrue();
    assertThat(bench.ran()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.parked()).hasSize(1);
  }

  @Test
  void anOutageOfTheStoreBringsAllBackAtTheEndOfTheTimeAndParksNothing() {
    bench.store.goDown();
    RequestStreamHandler consumer = bench.consumer(it -> it.maxAttempts(1));
    Instant start = bench.clock.instant();

    assertThat(bench.isDone(consumer, "a", "b")).isFalse();
    // Returned at once, a batch would use up the delivery limit of its queue in seconds.
    assertThat(Duration.between(start, bench.clock.instant()))
        .isGreaterThan(SourceBench.TIMEOUT.minusSeconds(5));
    bench.store.heal();
    assertThat(bench.isDone(consumer, "a", "b")).isTrue();
    assertThat(bench.ran()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void aKeyOfAMebibyteIsParkedAndItsReasonIsShort() {
    assertThat(bench.isDone("k".repeat(1024 * 1024), "b")).isTrue();
    assertThat(bench.ran()).containsExactly("b");
    assertThat(bench.parked())
        .extracting(ParkedMessage::why)
        .singleElement()
        .satisfies(it -> assertThat(it).contains("bytes, more than 2048").hasSizeLessThan(600));
  }

  @Test
  void anArrayOfAnythingIsRefusedByTheNameOfPipes() {
    for (String event :
        List.of(
            "[{\"eventSource\":\"aws:any\",\"data\":\"e30=\"}]",
            "[{\"id\":\"a\"},{\"id\":\"b\"}]",
            "[\"text of a template\"]",
            "[[]]",
            "[]")) {
      bench.assertRefused(
          event,
          "EventBridge Pipes sends it. Nothing of its batch runs. Invoke the function from an event"
              + " source mapping");
    }
  }

  @Test
  void aBatchWithoutRecordsIsDone() throws IOException {
    for (String event : List.of("null", "{}", "{\"Records\":null}", "{\"Records\":[]}")) {
      assertThat(bench.answer(bench.consumer(it -> {}), event)).isEqualTo(bench.nothing());
    }
  }

  @Test
  void whatIsNoBatchIsRefused() {
    for (String event : List.of("\"text\"", "true", "1")) {
      bench.assertRefused(event, "he event is ");
    }
    assertThatThrownBy(() -> bench.answer(bench.consumer(it -> {}), "{\"Records\":["))
        .isInstanceOf(JsonProcessingException.class);
  }

  /** A process dies at each of its calls, before or after it is carried out. */
  @Test
  void whateverCallAProcessDiesAtEachEventHappensOnceAndPoisonIsParkedUnderOneId() {
    for (Supplier<B> made : benches) {
      for (int call = 1; call <= 20; call++) {
        died(made.get(), DyingProcess.at(call, Moment.BEFORE));
        died(made.get(), DyingProcess.at(call, Moment.AFTER));
      }
    }
  }

  private void died(B bench, DyingProcess first) {
    Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
    EVENTS.forEach(
        event ->
            bench.on(
                event.id(),
                (attempt, steps) ->
                    HandlerResult.commit(
                        InMemoryEffects.of(
                            () ->
                                effects
                                    .computeIfAbsent(event.id(), it -> new AtomicInteger())
                                    .incrementAndGet()))));
    bench.on("poison", FAIL).on("bane", FAIL);
    DyingProcess process = first;
    List<Placed> left = EVENTS;
    while (!left.isEmpty()) {
      DyingProcess reached = process;
      List<Placed> told =
          bench.left(
              bench.consumer(
                  it ->
                      it.store(reached.store(bench.memory))
                          .parking(reached.parking(bench.parking))),
              left);
      // The answer of a process that died does not arrive.
      left = process.isDead() ? left : told;
      bench.clock.advance(SourceBench.TIMEOUT.plus(SourceBench.LEASE_MARGIN).plusMillis(1));
      process = DyingProcess.never();
    }
    assertThat(effects.keySet()).containsExactlyInAnyOrder("good", "other", "last");
    assertThat(effects).allSatisfy((id, times) -> assertThat(times).hasValue(1));
    // What was parked before an answer was lost is parked again, under the same id.
    assertThat(bench.parked().stream().collect(groupingBy(ParkedMessage::id)).values())
        .hasSize(2)
        .allSatisfy(copies -> assertThat(copies).hasSizeLessThanOrEqualTo(2));
    // By the record's id a replay finds what became of the event; the content is in no log.
    assertThat(bench.parked())
        .allSatisfy(
            it -> {
              assertThat(it.record()).isPresent();
              assertThat(it).asString().contains(it.id()).doesNotContain(it.body());
            });
    assertThat(bench.status("poison")).contains(Status.FAILED);
    assertThat(bench.status("bane")).contains(Status.FAILED);
  }
}
