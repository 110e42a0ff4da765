package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples are those of RFC 8785. */
class CanonicalJsonTest {
  private final CanonicalJson canonical = new CanonicalJson();

  @Test
  void theFirstExampleOfTheRfc() {
    String input =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }
        """;

    assertThat(canonical.of(input))
        .isEqualTo(
            """
            {"literals":[null,true,false],\
            "numbers":[333333333.33333329,1e+30,4.5,0.002,1e-27],\
            "string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}\
            """);
  }

  @Test
  void membersAreSortedByTheirCodeUnits() {
    String input =
        """
        {
          "\\u20ac": "Euro Sign",
          "\\r": "Carriage Return",
          "\\ufb33": "Hebrew Letter Dalet With Dagesh",
          "1": "One",
          "\\ud83d\\ude00": "Emoji: Grinning Face",
          "\\u0080": "Control",
          "\\u00f6": "Latin Small Letter O With Diaeresis"
        }
        """;

    assertThat(canonical.of(input).replaceAll("\"[^\"]*\":", ""))
        .isEqualTo(
            """
            {"Carriage Return","One","Control","Latin Small Letter O With Diaeresis","Euro Sign",\
            "Emoji: Grinning Face","Hebrew Letter Dalet With Dagesh"}\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2"
  })
  void theNumbersOfTheRfc(String bits, String expected) {
    double number = Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(bits));

    assertThat(canonical.of(Double.toString(number))).isEqualTo(expected);
    assertThat(canonical.of(expected)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740993, 9007199254740992",
    "9007199254740993.5, 9007199254740994",
    "12345678901234567890, 12345678901234567891",
    "0.12345678901234567890, 0.12345678901234567891",
    "1e400, 1e401",
    "9.007199254740992, 9.007199254740993",
    "0.1, 0.10000000000000001",
    "333333333.33333329, 333333333.33333331",
    "1e-400, 0",
    "1e-400, 1e-401",
    "2e-324, 0",
    "3e-324, 5e-324",
    "1.7976931348623158e308, 1.7976931348623157e308",
    "1.7976931348623159e308, 1e309",
    "-9.007199254740992, -9.007199254740993"
  })
  void numbersThatADoubleCannotTellApartStayTwo(String one, String other) {
    assertThat(canonical.of(one)).isNotEqualTo(canonical.of(other)).isEqualTo(canonical.of(one));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "10e-1, 1",
    "1E2, 100",
    "-0, 0",
    "0e9, 0",
    "0.50, 0.5",
    "9007199254740993.0, 9007199254740993"
  })
  void oneNumberHasOneForm(String written, String expected) {
    assertThat(canonical.of(written)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "an order", "{\"a\":1} 2", "{\"a\":1,\"a\":1}", "\"\\ud800\"", "{\"a\":NaN}"})
  void whatHasNoCanonicalFormIsRefusedAndNotQuoted(String text) {
    assertThatThrownBy(() -> canonical.of(text))
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessageContaining("contentHashOfBytes()")
        .message()
        .doesNotContain("order");
  }

  @Test
  void emptyObjectsAndArraysHaveAForm() {
    assertThat(canonical.of(" { \"a\" : [ ] , \"\" : { } } ")).isEqualTo("{\"\":{},\"a\":[]}");
  }
}
