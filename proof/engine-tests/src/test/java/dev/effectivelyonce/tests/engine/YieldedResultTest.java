package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Effects that yield the attempt's value when they are committed, such as a generated id. */
class YieldedResultTest {
  private final Bench bench = new Bench(RERUN);
  private int generated;
  private int effects;

  private HandlerResult book(Attempt attempt) {
    return HandlerResult.commit(booking());
  }

  private InMemoryEffects booking() {
    return InMemoryEffects.of(() -> effects++).yielding(() -> "id-" + ++generated);
  }

  private HandlerResult bookTwice(Attempt attempt) {
    return HandlerResult.commit(booking(), "another value");
  }

  private static Outcome executed(StoredResult result) {
    return new Outcome.Executed(result, 1);
  }

  @Test
  void itIsKeptAndDuplicatesGetIt() {
    assertThat(bench.deliver(this::book)).isEqualTo(executed(new Text("id-1")));

    assertThat(bench.deliver(this::book)).isEqualTo(bench.duplicate(new Text("id-1")));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aCommitThatDidNotArriveYieldsAnew() {
    bench.store.failNext(Verb.COMMIT, 2);

    assertThat(bench.deliver(this::book)).isEqualTo(executed(bench.record().result()));

    assertThat(effects).isEqualTo(1);
  }

  @Test
  void afterALostAnswerItIsWhatTheRecordHas() {
    bench.store.loseAnswerOfNext(Verb.COMMIT, 2);

    assertThat(bench.deliver(this::book)).isEqualTo(executed(new Text("id-1")));

    assertThat(bench.record().result()).isEqualTo(new Text("id-1"));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void afterALostAnswerOfASingleShotItIsWhatTheRecordHas() {
    bench.store.loseAnswerOfNext(Verb.COMMIT, 2);

    assertThat(bench.singleShot().execute(bench.request(), this::book))
        .isEqualTo(executed(new Text("id-1")));

    assertThat(bench.record().result()).isEqualTo(new Text("id-1"));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void whereEachDeliveryRunsTheRecordKeepsWhatItsOwnYielded() {
    assertThat(bench.observing().execute(bench.request(), this::book))
        .isInstanceOf(Outcome.Executed.class);

    assertThat(bench.deliver(this::book)).isEqualTo(bench.duplicate(new Text("id-1")));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aValueBesideIsRefusedAndNothingHappens() {
    Outcome outcome = bench.deliver(this::bookTwice);

    assertRefused(outcome);
  }

  @Test
  void aValueBesideIsRefusedInASingleShotToo() {
    assertRefused(bench.singleShot().execute(bench.request(), this::bookTwice));
  }

  @Test
  void aValueBesideIsRefusedWhereEachDeliveryRunsToo() {
    assertRefused(bench.observing().execute(bench.request(), this::bookTwice));
  }

  private void assertRefused(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    ErrorSummary why = bench.record().error().orElseThrow();
    assertThat(why.text()).contains("return HandlerResult.commit(effects) alone");
    assertThat(why.isRefused()).isTrue();
    assertThat(effects).isZero();
  }

  @Test
  void whatCanNotBeSerializedIsCommittedWithAMarker() {
    Outcome outcome =
        deliver(
            value -> {
              throw new IOException("no text");
            });

    assertCommittedAs(new Omitted(Reason.NOT_SERIALIZABLE, 0), outcome);
  }

  @Test
  void whatOverflowsTheStackOfTheSerializerIsCommittedWithAMarkerToo() {
    Outcome outcome =
        deliver(
            value -> {
              throw new StackOverflowError();
            });

    assertCommittedAs(new Omitted(Reason.NOT_SERIALIZABLE, 0), outcome);
  }

  @Test
  void whatIsTooLargeIsCommittedWithItsSize() {
    int sizeBytes = Bench.MAX_RESULT_BYTES + 1;

    assertCommittedAs(
        new Omitted(Reason.TOO_LARGE, sizeBytes), deliver(value -> "x".repeat(sizeBytes)));
  }

  private void assertCommittedAs(StoredResult expected, Outcome outcome) {
    assertThat(outcome).isEqualTo(executed(expected));
    assertThat(bench.record().result()).isEqualTo(expected);
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void whatSaysThatNothingIsToHappenTakesItsEffectsBack() {
    NotDone retry = HandlerResult.retry("come back");

    assertThat(deliver(refusing(() -> retry)))
        .isEqualTo(new Outcome.Released(new ErrorSummary("come back"), Optional.empty(), 1));

    assertThat(effects).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void underHoldADecisionThatThrowsIsNoUnknownOutcome() {
    Bench held = new Bench(HOLD);
    ResultSerializer thrower =
        refusing(
            () -> {
              throw new IllegalStateException("a bug");
            });

    assertThat(engine(held, thrower).execute(held.request(), this::book))
        .isInstanceOf(Outcome.Released.class);

    assertThat(effects).isZero();
    held.assertRecord(Status.RETRYABLE, 1);
  }

  private static ResultSerializer refusing(Supplier<NotDone> outcome) {
    return new ResultSerializer() {
      @Override
      public String serialize(Object value) {
        return String.valueOf(value);
      }

      @Override
      public Optional<NotDone> refusal(Object yielded) {
        return Optional.of(outcome.get());
      }
    };
  }

  private Outcome deliver(ResultSerializer serializer) {
    return engine(bench, serializer).execute(bench.request(), this::book);
  }

  private static DeliveryEngine engine(Bench bench, ResultSerializer serializer) {
    return bench.engine(bench.store, bench.clock, serializer, transition -> {});
  }
}
