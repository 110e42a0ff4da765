package dev.effectivelyonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusinessKeyTest {
  private static final BusinessKey ORDER = BusinessKey.of("o-1001");
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void equalPartsAreOneKey() {
    assertThat(BusinessKey.of("a", "b")).isEqualTo(BusinessKey.of("a", "b"));
    assertThat(BusinessKey.of("a", "b")).hasSameHashCodeAs(BusinessKey.of("a", "b"));
  }

  @Test
  void whereAPartEndsMatters() {
    assertDiffer(BusinessKey.of("a", "bc"), BusinessKey.of("ab", "c"));
  }

  @Test
  void theNumberOfPartsMatters() {
    assertDiffer(BusinessKey.of("ab"), BusinessKey.of("a", "b"));
  }

  @Test
  void aPartThatLooksEncodedIsNotTakenForTwo() {
    assertDiffer(BusinessKey.of("aP1:b"), BusinessKey.of("a", "b"));
  }

  @Test
  void aScopeIsNotAPart() {
    assertDiffer(BusinessKey.of("a").inScope("b"), BusinessKey.of("a", "b"));
  }

  @Test
  void aWindowIsNotAScope() {
    BusinessKey windowed = ORDER.inWindow(HOUR, Instant.EPOCH);

    assertDiffer(windowed, ORDER.inScope("3600@0"));
    assertDiffer(windowed, BusinessKey.of("o-1001", "3600@0"));
  }

  @Test
  void twoScopesAreTwoKeys() {
    assertDiffer(ORDER.inScope("tenant-1"), ORDER.inScope("tenant-2"));
    assertDiffer(ORDER.inScope("tenant-1"), ORDER);
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

  @Test
  void windowsOfTwoLengthsAreTwoKeys() {
    assertDiffer(
        ORDER.inWindow(HOUR, Instant.EPOCH), ORDER.inWindow(HOUR.multipliedBy(2), Instant.EPOCH));
  }

  @Test
  void aWindowUnderASecondIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ORDER.inWindow(Duration.ofMillis(999), Instant.EPOCH))
        .withMessageContaining("PT0.999S");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
  void anEmptyOrBlankPartIsRefused(String blank) {
    assertThatThrownBy(() -> BusinessKey.of(blank)).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> BusinessKey.of("a", blank)).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> ORDER.inScope(blank))
        .isInstanceOf(InvalidKeyException.class)
        .hasMessageContaining("scope");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\ud83d", "\ude00a", "\ude00\ud83d"})
  void halfOfASurrogatePairIsRefused(String broken) {
    assertThatThrownBy(() -> BusinessKey.of(broken))
        .isInstanceOf(InvalidKeyException.class)
        .hasMessageContaining("surrogate");
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
    assertThatThrownBy(() -> BusinessKey.of("\u00eb".repeat(1021) + "a"))
        .isInstanceOf(InvalidKeyException.class)
        .hasMessageContaining("2049 bytes");
  }

  @Test
  void aScopeCountsTowardTheSize() {
    BusinessKey largest = BusinessKey.of("\u00eb".repeat(1021));

    assertThatThrownBy(() -> largest.inScope("t")).isInstanceOf(InvalidKeyException.class);
  }

  @Test
  void twoUnicodeNormalFormsAreTwoKeys() {
    String composed = "Zo\u00eb";

    assertDiffer(
        BusinessKey.of(composed),
        BusinessKey.of(Normalizer.normalize(composed, Normalizer.Form.NFD)));
  }

  @Test
  void caseAndBlanksAroundMatter() {
    assertDiffer(BusinessKey.of("o-1001"), BusinessKey.of("O-1001"));
    assertDiffer(BusinessKey.of("o-1001"), BusinessKey.of(" o-1001"));
  }

  @Test
  void theReadableFormJoinsTheParts() {
    assertThat(BusinessKey.of("a", "b").inScope("t").readable()).isEqualTo("a/b/t");
  }

  @Test
  void theTextFormNeverShowsTheKey() {
    assertThat(BusinessKey.of("zoe@example.org").inScope("tenant-7").toString())
        .doesNotContain("zoe")
        .doesNotContain("example")
        .doesNotContain("tenant");
  }

  @Test
  void aRefusalNeverShowsTheKey() {
    assertThatThrownBy(() -> BusinessKey.of("secret\ud83d")).message().doesNotContain("secret");
    assertThatThrownBy(() -> BusinessKey.of("secret".repeat(1000)))
        .message()
        .doesNotContain("secret");
  }

  private static void assertDiffer(BusinessKey one, BusinessKey other) {
    assertThat(one).isNotEqualTo(other);
    assertThat(one.canonical()).isNotEqualTo(other.canonical());
  }

  @Test
  void anEmptyPartIsToldFromABlankOneAndAScopeFromAKey() {
    assertThatThrownBy(() -> BusinessKey.of("")).hasMessageContaining("The business key is empty");
    assertThatThrownBy(() -> BusinessKey.of(" ")).hasMessageContaining("The business key is blank");
    assertThatThrownBy(() -> BusinessKey.of("a").inScope(""))
        .hasMessageContaining("The scope is empty");
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
    assertThat(BusinessKey.of("secret").toString())
        .matches("BusinessKey\\[[A-Za-z0-9_-]{43}]")
        .doesNotContain("secret");
  }

  @Test
  void aWindowMayHaveASecond() {
    assertThat(BusinessKey.of("a").inWindow(Duration.ofSeconds(1), Instant.EPOCH).readable())
        .isEqualTo("a/1@0");
  }
}
