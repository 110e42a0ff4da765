package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Effects that yield the attempt's value when they are committed, such as a generated id. */
class YieldedResultTest {
  private final Bench bench = new Bench(RERUN);
  private int effects;

  private HandlerResult book(Attempt attempt) {
    return HandlerResult.commit(InMemoryEffects.of(() -> effects++).yielding(() -> "id"));
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # it is kept and duplicates get it
        RERUN yields yields -> Executed#1=id-1 Duplicate=id-1 | COMPLETED#1… ran 1 effects 1
        RERUN observing yields claiming yields
          -> Executed#1 Duplicate=id-1 | COMPLETED#1… ran 1 effects 1
        RERUN fail:COMMIT:2 yields -> Executed#1=id-1 | COMPLETED#1… ran 1 effects 1
        # after a lost answer it is what the record has
        RERUN lose:COMMIT:2 yields -> Executed#1=id-1 | COMPLETED#1… ran 1 effects 1
        RERUN single lose:COMMIT:2 yields -> Executed#1=id-1 | COMPLETED#1… ran 1 effects 1
        # a value beside is refused and nothing happens
        RERUN yields-beside
          -> Failed#1(Refused: The handler returned a value together w…) | FAILED#1… ran 1
        # in a single shot and where each delivery runs too
        RERUN <single|observing> yields-beside
          -> Failed#1(Refused: The handler returned a value together w…) | FAILED#1… ran <2|1>
        # what can't be kept is committed with a marker
        RERUN keeping:<IOException|StackOverflowError> yields
          -> Executed#1=NOT_SERIALIZABLE 0 | COMPLETED#1… ran 1 effects 1
        RERUN keeping:bytes:101 yields -> Executed#1=TOO_LARGE 101 | COMPLETED#1… ran 1 effects 1
        """);
  }

  @Test
  void whatSaysThatNothingIsToHappenTakesItsEffectsBack() {
    Supplier<Unsuccessful> interrupting =
        () -> {
          Thread.currentThread().interrupt();
          return HandlerResult.retry("come back");
        };

    assertThat(deliver(refusing(interrupting)))
        .isEqualTo(new Outcome.Released(new ErrorSummary("come back"), Optional.empty(), 1));

    assertThat(Thread.interrupted()).isFalse();
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

  private static ResultSerializer refusing(Supplier<Unsuccessful> outcome) {
    return new ResultSerializer() {
      @Override
      public String serialize(Object value) {
        return String.valueOf(value);
      }

      @Override
      public Optional<Unsuccessful> refusal(Object yielded) {
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
