package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaBody;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import org.junit.jupiter.api.Test;

/** A step begins only where the record has room for what it may come to, beside all the others. */
class StepRoomTest {
  private static final StepPolicy<String> AGAIN = StepPolicy.rerun(String.class);
  private static final int LARGEST_RESULT_BYTES = 350 * 1024;

  private final Gateway gateway = new Gateway();

  @Test
  void aRecordWithoutRoomRefusesAStepBeforeItsEffect() {
    Outcome outcome =
        deliver(new Bench(RERUN), LARGEST_RESULT_BYTES, running("charge", gateway.does("charge")));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            released ->
                assertThat(released.why().text())
                    .contains("no room", "maxResultBytes")
                    .doesNotContain("undo"));
    assertThat(gateway.calls).isEmpty();
  }

  @Test
  void eachCharacterOfANameTakesAByte() {
    Handler charges = running("c", key -> "");
    Handler chargesLonger = running("c".repeat(64), key -> "");

    assertThat(largest(charges) - largest(chargesLonger)).isEqualTo(63);
  }

  @Test
  void whatStepsCameToTakesItsBytes() {
    Handler small = both(key -> "");
    Handler large = both(key -> "\u20ac".repeat(100));

    assertThat(largest(small) - largest(large)).isEqualTo(300);
  }

  @Test
  void whyTheyFailedTakesItsBytes() {
    Handler shortly = both(failing("\u20ac"));
    Handler atLength = both(failing("\u20ac".repeat(101)));

    assertThat(largest(shortly) - largest(atLength)).isEqualTo(300);
  }

  private static Handler running(String name, StepAction<String> action) {
    return attempt -> {
      attempt.steps().run(name, AGAIN, action);
      return HandlerResult.completed();
    };
  }

  /** A step that may fail, and another. */
  private static Handler both(StepAction<String> action) {
    return attempt -> {
      try {
        attempt.steps().run("charge", AGAIN, action);
      } catch (StepFailedException e) {
        // It stays noted, and the handler goes on.
      }
      return running("mail", key -> "").handle(attempt);
    };
  }

  private static StepAction<String> failing(String why) {
    return key -> {
      throw new StepFailedException(why);
    };
  }

  @Test
  void aStepThatHasJustRoomEnoughHasItForTheLongestReason() {
    String longest = "\u20ac".repeat(ErrorSummary.MAX_CHARS);
    int tight = largest(running("charge", key -> ""));

    assertThat(result(tight, longest)).isEqualTo(new StoredResult.Text(longest));
    assertThat(result(tight, longest + "x")).isInstanceOf(StoredResult.Omitted.class);
  }

  private static StoredResult result(int maxResultBytes, String text) {
    Bench bench = new Bench(RERUN);
    deliver(bench, maxResultBytes, running("charge", key -> text));
    return bench.record().step("charge").orElseThrow().result();
  }

  @Test
  void aStepThatIsTriedAgainHasItsRoomAlready() {
    int tight = largest(running("charge", key -> ""));
    Bench bench = new Bench(RERUN);
    deliver(
        bench,
        tight,
        running(
            "charge",
            key -> {
              throw new StepNotDoneException("busy");
            }));

    assertThat(deliver(bench, tight, running("charge", gateway.does("charge"))).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("charge");
  }

  /** With the longest reason that it may come to. */
  @Test
  void anUndoingHasItsRoomBeforeItsStepBegins() {
    int longestBytes = 160 + "step-1.undo".length() + 3 * ErrorSummary.MAX_CHARS;

    Handler plain =
        inSaga(saga -> HandlerResult.completed(saga.step("step-1", StepPolicy.rerun(), nothing())));
    assertThat(largest(plain) - largest(undoable(1, HandlerResult.completed())))
        .isEqualTo(longestBytes);
  }

  @Test
  void theRoomThatIsKeptForUndoingIsEnoughForAllOfIt() {
    int tight = largest(undoable(20, HandlerResult.completed()));
    String longest = "\u20ac".repeat(ErrorSummary.MAX_CHARS);

    assertThat(deliver(new Bench(RERUN), tight, undoable(20, HandlerResult.fail(longest))))
        .isEqualTo(new Outcome.Failed(new ErrorSummary(longest), 1));
  }

  private static Handler undoable(int steps, HandlerResult end) {
    return inSaga(
        saga -> {
          for (int i = 1; i <= steps; i++) {
            Compensation<Nothing> undoing = Compensation.by((key, done) -> {});
            Nothing ignored = saga.step("step-" + i, StepPolicy.rerun(), nothing(), undoing);
          }
          return end;
        });
  }

  private static StepAction<Nothing> nothing() {
    return StepAction.of(key -> {});
  }

  private static Handler inSaga(SagaBody body) {
    return attempt -> Saga.over(attempt.steps()).run(body);
  }

  /** Each forward step takes 16 KiB; what is refused can still be undone. */
  @Test
  void aSagaKeepsRoomToUndoWhatItDid() {
    Bench bench = new Bench(RERUN);
    StringBuilder undone = new StringBuilder();

    Outcome outcome = deliver(bench, 16 * 1024, goingBackAfter(21, "x".repeat(16 * 1024), undone));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            released ->
                assertThat(released.why().text())
                    .contains("was not begun", "room to undo", "maxResultBytes"));
    int done = bench.record().steps().size();
    assertThat(deliver(bench, 16 * 1024, goingBackAfter(done, "", undone)))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 2));
    assertThat(undone.toString()).isEqualTo("16384 ".repeat(done));
  }

  /** A step without undoing leaves it too. */
  @Test
  void aStepOfASagaLeavesRoomForTheNoteThatItGoesBack() {
    Handler plain = running("charge", key -> "");
    Handler inSaga = inSaga(saga -> HandlerResult.completed(saga.step("charge", AGAIN, key -> "")));

    assertThat(largest(plain) - largest(inSaga)).isPositive();
  }

  private static Handler goingBackAfter(int steps, String result, StringBuilder undone) {
    return inSaga(
        saga -> {
          for (int i = 1; i <= steps; i++) {
            saga.step(
                "step-" + i,
                AGAIN,
                key -> result,
                Compensation.by((key, done) -> undone.append(done.length()).append(' ')));
          }
          return HandlerResult.fail("cancelled");
        });
  }

  /** The largest limit of the handler's result beside which there is room for all its steps. */
  private static int largest(Handler handler) {
    int enough = 0;
    int tooLarge = LARGEST_RESULT_BYTES;
    while (tooLarge - enough > 1) {
      int middle = (enough + tooLarge) / 2;
      if (deliver(new Bench(RERUN), middle, handler).isDone()) {
        enough = middle;
      } else {
        tooLarge = middle;
      }
    }
    return enough;
  }

  private static Outcome deliver(Bench bench, int maxResultBytes, Handler handler) {
    return bench.engineKeeping(maxResultBytes).execute(bench.request(), handler);
  }
}
