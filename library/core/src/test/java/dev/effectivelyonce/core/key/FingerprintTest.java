package dev.effectivelyonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final String GOLDEN = "2R2rr8zJ03PAFQ2HrMeWKFD8ukUkF32rAUBSl3RZw-o";

  @Test
  void theStoredFormNeverChanges() {
    assertThat(Fingerprint.of(1000, "EUR")).hasToString(GOLDEN);
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
}
