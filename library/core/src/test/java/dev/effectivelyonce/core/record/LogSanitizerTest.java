package dev.effectivelyonce.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogSanitizerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "000d", "001b", "0000", "0085", "009b", "061c", "200f", "2028", "2029", "202e", "2066"
      })
  void whatMovesOrTurnsATerminalIsShown(String code) {
    String text = "a" + (char) Integer.parseInt(code, 16) + "b";

    assertThat(LogSanitizer.oneLine(text)).isEqualTo("a\\u" + code + "b");
    assertThat(LogSanitizer.visible(text)).isEqualTo("a\\u" + code + "b");
  }

  @Test
  void aTextOfSeveralLinesBecomesOneWhereALineIsWanted() {
    assertThat(LogSanitizer.oneLine("a\nb\r\nc")).isEqualTo("a\\nb\\nc");
    assertThat(LogSanitizer.visible("a\nb\r\nc")).isEqualTo("a\nb\r\nc");
  }

  @Test
  void whatPeopleWriteStays() {
    assertThat(LogSanitizer.oneLine("Zo\u00eb \u05d0\u05d1 \ud83d\ude00\t1 \\n"))
        .isEqualTo("Zo\u00eb \u05d0\u05d1 \ud83d\ude00\t1 \\n");
  }
}
