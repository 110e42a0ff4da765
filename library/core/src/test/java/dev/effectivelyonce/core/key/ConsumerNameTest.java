package dev.effectivelyonce.core.key;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "orders", "Orders.v2_eu-west-1"})
  void aPlainNameIsTaken(String name) {
    assertThat(new ConsumerName(name)).hasToString(name);
  }

  @Test
  void sixtyFourCharactersAreTakenAndOneMoreIsNot() {
    assertThat(new ConsumerName("a".repeat(64)).value()).hasSize(64);
    assertMistake(() -> new ConsumerName("a".repeat(65)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a#b", "a b", "a/b", "orders\n", "bestellungen\u00e4"})
  void anythingElseIsRefusedWithTheRemedy(String name) {
    assertMistake(() -> new ConsumerName(name), "\"" + name + "\"", "A-Z a-z 0-9 . _ -");
  }
}
