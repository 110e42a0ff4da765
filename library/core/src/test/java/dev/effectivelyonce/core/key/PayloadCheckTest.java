package dev.effectivelyonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadCheckTest {
  /** Records hold it: another text for the same payload would report a copy as another payload. */
  @ParameterizedTest
  @CsvSource({"a, {}, bf", "b, {}, 1a", "order-482, '{\"amount\":42}', 49"})
  void theCheckOfAKeyAndItsPayloadNeverChanges(String key, String payload, String check) {
    assertThat(PayloadCheck.of(BusinessKey.of(key), payload).value()).isEqualTo(check);
  }
}
