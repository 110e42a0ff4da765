package dev.effectivelyonce.core.key;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BusinessKeyTest {
  private static final BusinessKey ORDER = BusinessKey.of("o-1001");
  private static final Duration HOUR = Duration.ofHours(1);

  private static Stream<Arguments> different() {
    BusinessKey hour = ORDER.inWindow(HOUR, Instant.EPOCH);
    String composed = "Zo\u00eb";
    return Stream.of(
        arguments("where a part ends", BusinessKey.of("a", "bc"), BusinessKey.of("ab", "c")),
        arguments("the number of parts", BusinessKey.of("ab"), BusinessKey.of("a", "b")),
        arguments("a part in its form", BusinessKey.of("aP1:b"), BusinessKey.of("a", "b")),
        arguments("a scope", BusinessKey.of("a").inScope("b"), BusinessKey.of("a", "b")),
        arguments("another scope", ORDER.inScope("tenant-1"), ORDER.inScope("tenant-2")),
        arguments("no scope", ORDER.inScope("tenant-1"), ORDER),
        arguments("a window and a scope", hour, ORDER.inScope("3600@0")),
        arguments("a window and a part", hour, BusinessKey.of("o-1001", "3600@0")),
        arguments("its length", hour, ORDER.inWindow(HOUR.multipliedBy(2), Instant.EPOCH)),
        arguments("case", ORDER, BusinessKey.of("O-1001")),
        arguments("blanks around", ORDER, BusinessKey.of(" o-1001")),
        arguments(
            "the Unicode normal form",
            BusinessKey.of(composed),
            BusinessKey.of(Normalizer.normalize(composed, Normalizer.Form.NFD))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("different")
  void matters(String ignored, BusinessKey one, BusinessKey other) {
    assertDiffer(one, other);
  }

  @Test
  void aWindowHoldsItsStartAndNotItsEnd() {
    BusinessKey first = ORDER.inWindow(HOUR, Instant.EPOCH);

    assertThat(ORDER.inWindow(HOUR, Instant.EPOCH.plus(HOUR).minusNanos(1))).isEqualTo(first);
    assertDiffer(ORDER.inWindow(HOUR, Instant.EPOCH.plus(HOUR)), first);
  }

  @Test
  void theWindowsBefore1970AreAsLongAsThoseAfter() {
    BusinessKey last = ORDER.inWindow(HOUR, Instant.EPOCH.minusNanos(1));

    assertThat(ORDER.inWindow(HOUR, Instant.EPOCH.minus(HOUR))).isEqualTo(last);
    assertDiffer(last, ORDER.inWindow(HOUR, Instant.EPOCH));
    assertDiffer(last, ORDER.inWindow(HOUR, Instant.EPOCH.minus(HOUR).minusNanos(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.999S", "PT1.999S", "PT1.000000001S", "PT0S", "PT-1S"})
  void aWindowUnderASecondOrWithAPartOfOneIsRefused(String window) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ORDER.inWindow(Duration.parse(window), Instant.EPOCH))
        .withMessageContaining(window)
        .withMessageContaining("without a fraction");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
  void anEmptyOrBlankPartIsRefused(String blank) {
    assertRefused(
        InvalidKeyException.class,
        () -> BusinessKey.of(blank),
        "The business key is " + (blank.isEmpty() ? "empty" : "blank"));
    assertRefused(InvalidKeyException.class, () -> BusinessKey.of("a", blank));
    assertRefused(InvalidKeyException.class, () -> ORDER.inScope(blank), "The scope is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret\ud83d", "\ude00secret", "\ude00\ud83d"})
  void halfOfASurrogatePairIsRefused(String broken) {
    assertRefused(InvalidKeyException.class, () -> BusinessKey.of(broken), "surrogate");
  }

  @Test
  void aWholeSurrogatePairIsAKey() {
    assertThat(BusinessKey.of("\ud83d\ude00").readable()).isEqualTo("\ud83d\ude00");
  }

  @Test
  void exactlyTheLargestSizeIsAKey() {
    BusinessKey largest = BusinessKey.of("\u00eb".repeat(1021));

    assertThat(largest.canonical().getBytes(StandardCharsets.UTF_8)).hasSize(BusinessKey.MAX_BYTES);
  }

  @Test
  void oneByteOverTheLargestSizeIsRefused() {
    assertRefused(
        InvalidKeyException.class,
        () -> BusinessKey.of("\u00eb".repeat(1018) + "secrets"),
        "2049 bytes");
  }

  @Test
  void aScopeCountsTowardTheSize() {
    BusinessKey largest = BusinessKey.of("\u00eb".repeat(1021));

    assertRefused(InvalidKeyException.class, () -> largest.inScope("t"));
  }

  @Test
  void theReadableFormJoinsTheParts() {
    assertThat(BusinessKey.of("a", "b").inScope("t").readable()).isEqualTo("a/b/t");
  }

  private static void assertDiffer(BusinessKey one, BusinessKey other) {
    assertThat(one).isNotEqualTo(other);
    assertThat(one.canonical()).isNotEqualTo(other.canonical());
  }

  @Test
  void equalKeysAreOneInASetAndNothingElseIsAKey() {
    assertThat(BusinessKey.of("a"))
        .isEqualTo(BusinessKey.of("a"))
        .hasSameHashCodeAs(BusinessKey.of("a"))
        .isNotEqualTo(BusinessKey.of("b"))
        .isNotEqualTo("a");
    assertThat(BusinessKey.of("a").hashCode()).isNotEqualTo(BusinessKey.of("b").hashCode());
  }

  @Test
  void itsTextIsAHash() {
    assertThat(BusinessKey.of("secret").inScope("secret").toString())
        .matches("BusinessKey\\[[A-Za-z0-9_-]{43}]")
        .doesNotContain("secret");
  }

  @Test
  void aWindowMayHaveASecond() {
    assertThat(BusinessKey.of("a").inWindow(Duration.ofSeconds(1), Instant.EPOCH).readable())
        .isEqualTo("a/1@0");
  }
}
