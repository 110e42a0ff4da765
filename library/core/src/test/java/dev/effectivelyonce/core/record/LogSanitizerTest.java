package dev.effectivelyonce.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogSanitizerTest {
  @ParameterizedTest
  @CsvSource({
    "000d, \\u000d",
    "001b, \\u001b",
    "0000, \\u0000",
    "0085, \\u0085",
    "009b, \\u009b",
    "061c, \\u061c",
    "200f, \\u200f",
    "2028, \\u2028",
    "2029, \\u2029",
    "202e, \\u202e",
    "2066, \\u2066"
  })
  void whatMovesOrTurnsATerminalIsShown(String code, String shown) {
    String text = "a" + (char) Integer.parseInt(code, 16) + "b";

    assertThat(LogSanitizer.oneLine(text)).isEqualTo("a" + shown + "b");
    assertThat(LogSanitizer.visible(text)).isEqualTo("a" + shown + "b");
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
