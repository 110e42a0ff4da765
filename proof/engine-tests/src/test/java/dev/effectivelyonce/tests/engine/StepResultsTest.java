package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a step came to, and can't be read by a later attempt. */
class StepResultsTest {
  private static final Instant BOOKED = Instant.parse("2026-01-02T03:04:05Z");

  /** Says what is wrong without the value. */
  private static final class Unreadable extends EffectivelyOnceException {
    private static final long serialVersionUID = 1L;

    Unreadable() {
      super("The field bookedAt does not fit", "Give it another type", null);
    }
  }

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();

  private Handler booking() {
    return attempt -> {
      attempt
          .steps()
          .run(
              "book",
              StepPolicy.rerun(Instant.class),
              key -> {
                gateway.does("book").perform(key);
                return BOOKED;
              });
      return HandlerResult.completed();
    };
  }

  private Outcome deliver(ResultSerializer serializer) {
    return bench
        .engine(bench.store, bench.clock, serializer, bench.transitions::add)
        .execute(bench.request(), booking());
  }

  private Step booked() {
    return bench.record().step("book").orElseThrow();
  }

  @Test
  void thatItCanNotBeWrittenIsNotedWithTheCauseWhenItIsDone() {
    Outcome outcome =
        deliver(
            value -> {
              throw new IllegalStateException("personal data");
            });

    assertThat(outcome.isDone()).isTrue();
    assertThat(booked().state()).isEqualTo(Step.State.DONE);
    assertThat(booked().result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0));
    assertThat(booked().why().orElseThrow().text())
        .contains("IllegalStateException at " + StepResultsTest.class.getName())
        .doesNotContain("personal data");
  }

  @Test
  void thatItCanNotBeReadAgainIsNotedWithTheCauseWhenItIsDone() {
    ResultSerializer writesOnly =
        new ResultSerializer() {
          @Override
          public String serialize(Object value) {
            return value.toString();
          }

          @Override
          public <T> T deserialize(String text, Class<T> type) {
            throw new Unreadable();
          }
        };

    assertThat(deliver(writesOnly).isDone()).isTrue();
    assertThat(booked().state()).isEqualTo(Step.State.DONE);
    assertThat(booked().result()).isEqualTo(new StoredResult.Text(BOOKED.toString()));
    assertThat(booked().why().orElseThrow().text()).isEqualTo("The field bookedAt does not fit");
  }

  @Test
  void whatCanNeverBeKeptIsRefusedBeforeItsEffect() {
    assertThat(deliver(stringsAlone()))
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            released ->
                assertThat(released.why().text())
                    .contains("Step book was not begun", "java.time.Instant", "Use strings."));
    assertThat(gateway.calls).isEmpty();
    assertThat(bench.record().steps()).isEmpty();
  }

  @Test
  void aStepThatIsLookedUpOrComesToNothingNeedsNothingKept() {
    Handler handler =
        attempt -> {
          attempt
              .steps()
              .run(
                  "book",
                  StepPolicy.lookup(Instant.class, key -> LookupResult.unknown()),
                  key -> BOOKED);
          attempt.steps().run("tell", StepPolicy.rerun(), key -> Nothing.NOTHING);
          return HandlerResult.completed();
        };

    assertThat(
            bench
                .engine(bench.store, bench.clock, stringsAlone(), bench.transitions::add)
                .execute(bench.request(), handler)
                .isDone())
        .isTrue();
  }

  private static ResultSerializer stringsAlone() {
    return new ResultSerializer() {
      @Override
      public String serialize(Object value) {
        return value.toString();
      }

      @Override
      public Optional<String> whyNeverKept(Class<?> type) {
        return type == String.class ? Optional.empty() : Optional.of("Use strings.");
      }
    };
  }
}
