package dev.effectivelyonce.local.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputReaderTest {
  private static final String ORDER = "{\"queue\":\"orders\",\"body\":{\"orderId\":\"o-1\"}}";

  @Test
  void aLineIsSentOnceMoreForEachDuplicate() {
    GivenMessages given =
        InputReader.read(
            List.of("{\"queue\":\"orders\",\"body\":{\"orderId\":\"o-1\"},\"duplicates\":2}"));
    assertThat(given.plan().messages())
        .extracting(PlannedMessage::role)
        .containsExactly(Role.FIRST, Role.COPY, Role.COPY);
    assertThat(given.plan().messages()).allMatch(it -> it.body().equals("{\"orderId\":\"o-1\"}"));
  }

  @Test
  void aTextIsSentAsItIs() {
    GivenMessages given =
        InputReader.read(List.of("{\"queue\":\"orders\",\"body\":\"no { json\"}"));
    PlannedMessage only = given.plan().messages().getFirst();
    assertThat(only.body()).isEqualTo("no { json");
    assertThat(only.role()).isEqualTo(Role.GIVEN);
    assertThat(only.event()).isEmpty();
  }

  @Test
  void theKeyIsReadFromATextThatIsJson() {
    GivenMessages given =
        InputReader.read(
            List.of("{\"queue\":\"orders\",\"body\":\"{\\\"orderId\\\":\\\"o\\\"}\"}"));
    assertThat(given.plan().events()).containsKey(new Event.Id(DemoQueue.ORDERS, "o"));
  }

  @Test
  void twoLinesOfOneKeyAreOneEvent() {
    GivenMessages given = InputReader.read(List.of(ORDER, ORDER));
    assertThat(given.plan().events()).hasSize(1);
    assertThat(given.plan().messages()).hasSize(2);
  }

  @Test
  void blankLinesAreSkippedAndLineNumbersStayThoseOfTheFile() {
    GivenMessages given = InputReader.read(List.of("", ORDER, "  ", ORDER));
    assertThat(given.lines()).containsExactly(2, 4);
  }

  @Test
  void thePaymentsGroupIsItsAccountUnlessGiven() {
    GivenMessages given =
        InputReader.read(
            List.of(
                "{\"queue\":\"payments\",\"body\":{\"accountId\":\"a\"}}",
                "{\"queue\":\"payments\",\"body\":{\"accountId\":\"a\"},\"group\":\"g\"}",
                "{\"queue\":\"payments\",\"body\":\"x\"}"));
    assertThat(given.plan().messages())
        .extracting(PlannedMessage::group)
        .containsExactly(Optional.of("a"), Optional.of("g"), Optional.of("demo"));
    assertThat(given.plan().openingCents()).containsOnlyKeys("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense|is not JSON",
        "[1]|is not a JSON object",
        "{\"queue\":\"orders\",\"body\":\"x\"} {}|is not JSON",
        "{\"body\":\"x\"}|needs \"queue\"",
        "{\"queue\":\"invoices\",\"body\":\"x\"}|needs \"queue\"",
        "{\"queue\":\"orders\"}|needs a \"body\"",
        "{\"queue\":\"orders\",\"body\":null}|needs a \"body\"",
        "{\"queue\":\"orders\",\"body\":\"\"}|empty body",
        "{\"queue\":\"orders\",\"body\":\"x\",\"group\":\"g\"}|has a group",
        "{\"queue\":\"payments\",\"body\":\"x\",\"group\":\"a b\"}|needs \"group\"",
        "{\"queue\":\"orders\",\"body\":\"x\",\"duplicates\":-1}|needs \"duplicates\"",
        "{\"queue\":\"orders\",\"body\":\"x\",\"duplicates\":\"2\"}|needs \"duplicates\"",
        "{\"queue\":\"orders\",\"body\":\"x\",\"copies\":2}|unknown fields [copies]",
      })
  void aLineThatCannotBeSentIsNamedWithItsNumber(String line, String problem) {
    assertThatThrownBy(() -> InputReader.read(List.of(ORDER, line)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("Line 2 ")
        .hasMessageContaining(problem);
  }

  @Test
  void everyBadLineIsNamed() {
    assertThatThrownBy(() -> InputReader.read(List.of("x", ORDER, "y")))
        .hasMessageContaining("Line 1 ")
        .hasMessageContaining("Line 3 ");
  }

  @Test
  void anEmptyInputIsRefusedWithAnExample() {
    assertThatThrownBy(() -> InputReader.read(List.of("", " ")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("{\"queue\":\"orders\"");
  }
}
