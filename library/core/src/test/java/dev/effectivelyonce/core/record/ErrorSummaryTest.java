package dev.effectivelyonce.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorSummaryTest {
  @Test
  void theLongestTextIsKeptWhole() {
    String longest = "a".repeat(ErrorSummary.MAX_CHARS);

    assertThat(new ErrorSummary(longest)).hasToString(longest);
  }

  @Test
  void aLongerTextIsCutAndSaysSo() {
    String text = new ErrorSummary("a".repeat(ErrorSummary.MAX_CHARS + 1)).text();

    assertThat(text).hasSize(ErrorSummary.MAX_CHARS).endsWith("a\u2026");
  }

  @Test
  void aCutNeverLeavesHalfOfASurrogatePair() {
    String text =
        new ErrorSummary("a".repeat(ErrorSummary.MAX_CHARS - 2) + "\ud83d\ude00" + "b").text();

    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
    assertThat(text).endsWith("a\u2026");
  }

  @Test
  void halfOfASurrogatePairIsReplacedSinceNoStoreCouldKeepIt() {
    assertThat(new ErrorSummary("a\ud83db\ude00")).hasToString("a?b?");
  }

  @Test
  void anExceptionIsItsTypeAndPlace() {
    String text = ErrorSummary.of(new IllegalStateException("card 4111")).text();

    assertThat(text)
        .startsWith("java.lang.IllegalStateException at " + getClass().getName() + ".")
        .matches(".*:\\d+");
  }

  @Test
  void thePlaceIsTheFirstOutsideOfTheJdkAndTheSdk() {
    NumberFormatException thrown = new NumberFormatException("card 4111");
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.lang.Integer", "parseInt", "Integer.java", 1),
          new StackTraceElement("jdk.internal.util.Digits", "parse", "Digits.java", 1),
          new StackTraceElement("software.amazon.awssdk.Call", "run", "Call.java", 1),
          new StackTraceElement("com.example.Cards", "number", "Cards.java", 7)
        });

    assertThat(ErrorSummary.of(thrown))
        .hasToString("java.lang.NumberFormatException at com.example.Cards.number:7");
  }

  @ParameterizedTest
  @CsvSource({"0, :0", "-1, ''", "-2, ''"})
  void aPlaceHasItsLineIfTheJvmKnowsIt(int line, String shown) {
    Exception thrown = new IllegalStateException();
    thrown.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("Cards", "number", "Cards.java", line)});

    assertThat(ErrorSummary.of(thrown).text()).endsWith(" at Cards.number" + shown);
  }

  @Test
  void theMessageOfAnExceptionIsNeverShown() {
    RuntimeException thrown =
        new IllegalStateException("card 4111", new IllegalArgumentException("card 4111"));
    thrown.addSuppressed(new IllegalArgumentException("card 4111"));

    assertThat(ErrorSummary.of(thrown).text()).doesNotContain("4111");
  }

  @Test
  void anExceptionWithoutAStackIsItsType() {
    Error thrown = new StackOverflowError();
    thrown.setStackTrace(new StackTraceElement[0]);

    assertThat(ErrorSummary.of(thrown)).hasToString("java.lang.StackOverflowError");
  }
}
