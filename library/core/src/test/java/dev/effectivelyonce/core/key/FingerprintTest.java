package dev.effectivelyonce.core.key;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FingerprintTest {
  private static final String GOLDEN = "2R2rr8zJ03PAFQ2HrMeWKFD8ukUkF32rAUBSl3RZw-o";

  @Test
  void theStoredFormNeverChanges() {
    assertThat(Fingerprint.of(1000, "EUR")).hasToString(GOLDEN);
    assertThat(Fingerprint.of(1.5, List.of("a"), "null", "\ud83d\ude00"))
        .hasToString("2a4ASrx5jjVGFOredYMT4WbU3RowJSrBHGIVqyT9azU");
  }

  @Test
  void equalFieldsAgree() {
    assertThat(Fingerprint.of(1000, "EUR")).isEqualTo(Fingerprint.of(1000L, "EUR"));
  }

  @Test
  void theOrderOfTheFieldsMatters() {
    assertThat(Fingerprint.of("a", "b")).isNotEqualTo(Fingerprint.of("b", "a"));
  }

  @Test
  void whereAFieldEndsMatters() {
    assertThat(Fingerprint.of("a", "bc")).isNotEqualTo(Fingerprint.of("ab", "c"));
    assertThat(Fingerprint.of("a")).isNotEqualTo(Fingerprint.of("a", ""));
  }

  /** As a user may write it, whose text is another one in each copy. */
  @SuppressWarnings("ArrayRecordComponent")
  record Holder(byte[] bytes) {}

  static Stream<Arguments> apart() {
    return Stream.of(
        arguments(new byte[] {1, 2}, new byte[] {1, 3}),
        arguments(new byte[] {12}, new byte[] {1, 2}),
        arguments(new long[0], new long[1]),
        arguments(new double[] {0.5}, new double[] {1.5}),
        arguments(new Object[] {new int[] {1}, 2}, new Object[] {new int[] {1, 2}}),
        arguments(new Object[] {"a", null}, new Object[] {"a", "null"}),
        arguments("null", null),
        arguments("\ud800", "\ud801"),
        arguments("\ud800", "?"));
  }

  @ParameterizedTest
  @MethodSource("apart")
  void copiesAgreeAndWhatDiffersDoesNot(Object one, @Nullable Object other) {
    Object copy = one instanceof byte[] bytes ? bytes.clone() : one;

    assertThat(Fingerprint.of("a", copy)).isEqualTo(Fingerprint.of("a", one));
    assertThat(Fingerprint.of("a", other)).isNotEqualTo(Fingerprint.of("a", one));
  }

  /** What looks like the beginnings of arrays is looked at once, not once for each of them. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aLongTextTakesNoLongerForWhatItHolds() {
    List<String> field = List.of("[L".repeat(500_000));

    assertThat(Fingerprint.of(field)).isEqualTo(Fingerprint.of(List.copyOf(field)));
  }

  @Test
  void whatHasAnotherTextInEachCopyIsRefused() {
    for (Object field :
        List.of(new Object(), new Holder(new byte[1]), Map.of("a", new String[1]))) {
      assertMistake(() -> Fingerprint.of(field), "Pass the values in it");
    }
  }
}
