package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LetterActsTest {
  @Test
  void aPreviewSaysThatLaterLettersOfAGroupGoBeforeThoseThatAreLeft() {
    assertThat(LetterActs.order("orders-dead.fifo"))
        .hasValueSatisfying(it -> assertThat(it).contains("later ones of their group go before"));
    assertThat(LetterActs.order("orders-dead")).isEmpty();
  }
}
