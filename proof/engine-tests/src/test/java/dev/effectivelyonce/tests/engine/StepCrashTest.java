package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The process dies, or an answer is lost, at every call of the store that steps and sagas make. */
class StepCrashTest {
  private static final String CRASH = "dies";

  /** Claim, intent and result of two steps, completion. */
  private static final List<String> CALLS_OF_TWO_STEPS = calls(4, "COMPLETE");

  /** Claim, three steps, completion. */
  private static final List<String> CALLS_FORWARD = calls(6, "COMPLETE");

  /** Claim, three steps, the decision to go back, two undoings, failure. */
  private static final List<String> CALLS_BACK = calls(11, "FAIL");

  private static List<String> calls(int notes, String end) {
    return Stream.of(List.of("CLAIM"), Collections.nCopies(notes, "NOTE"), List.of(end))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Stories of a delivery that meets the trouble before or after each of the calls, and of
   * redeliveries without any.
   */
  private static List<String> afterEach(String trouble, List<String> calls, String handler) {
    return IntStream.range(0, calls.size())
        .boxed()
        .flatMap(at -> Stream.of("before", "after").map(when -> script(when, at, calls, trouble)))
        .map(
            script ->
                Story.told("RERUN " + script + handler + " lapse again lapse again lapse again"))
        .toList();
  }

  /** Lets earlier calls of the same verb pass. */
  private static String script(String when, int at, List<String> calls, String trouble) {
    String verb = calls.get(at);
    int earlier = Collections.frequency(calls.subList(0, at), verb);
    return "before:%s{} ".formatted(verb).repeat(earlier)
        + "%s:%s{%s} ".formatted(when, verb, trouble);
  }

  @ParameterizedTest
  @ValueSource(strings = {CRASH, "outage"})
  void askedAboutEachEffectHappensExactlyOnceAndTheEventIsDone(String trouble) {
    assertThat(afterEach(trouble, CALLS_OF_TWO_STEPS, "{charge/ask ship/ask}"))
        .allSatisfy(story -> assertDone(story, "charge,ship"));
  }

  @Test
  void heldEachEffectHappensAtMostOnceAndWhatIsDoneNeedsNoOperator() {
    List<String> stories = afterEach(CRASH, CALLS_OF_TWO_STEPS, "{charge/hold ship/hold}");

    assertThat(stories).allMatch(story -> story.matches(".* ran \\d( called charge(,ship)?)?"));
    // Completed, or unknown: where the crash is between an intent and the note of what came of it.
    assertThat(stories.stream().map(story -> story.replaceAll(".*\\| ([CU])\\w+#.*", "$1")))
        .containsExactly("C C C U U C C U U C C C".split(" ", -1));
  }

  @Test
  void aLostAnswerHoldsNothing() {
    assertThat(afterEach("outage", CALLS_OF_TWO_STEPS, "{charge/hold ship/hold}"))
        .allSatisfy(story -> assertDone(story, "charge,ship"));
  }

  @ParameterizedTest
  @ValueSource(strings = {CRASH, "outage"})
  void aSagaThatCanBeDoneIsDoneOnce(String trouble) {
    assertThat(afterEach(trouble, CALLS_FORWARD, "{saga{paid ship/ask}}"))
        .allSatisfy(story -> assertDone(story, "reserve,charge,ship"));
  }

  private static void assertDone(String story, String calls) {
    assertThat(story).matches(".* Duplicate=\\S+ \\d \\| COMPLETED#.* called " + calls);
  }

  /** An undoing may be asked for again, under the same key. */
  @ParameterizedTest
  @ValueSource(strings = {CRASH, "outage"})
  void aSagaThatCanNotBeDoneIsUndoneOnce(String trouble) {
    assertThat(afterEach(trouble, CALLS_BACK, "{saga{paid ship/ask!failed}}"))
        .allMatch(
            story ->
                story.matches(
                    ".*\\| FAILED#.* called reserve,charge(,uncharge-2)+(,unreserve-1)+( happened"
                        + " 4)?"));
  }
}
