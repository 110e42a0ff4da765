package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertNoKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of a body that can't be read: where, and nothing of its content. */
class UnreadableBodiesTest {
  record Line(int cents) {}

  record Order(String id, List<Line> lines, Map<String, Integer> sizes) {}

  private final JacksonJson json = new JacksonJson();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"lines\":[{\"cents\":1},{\"cents\":\"much\"}]} | The body's field lines.[1].cents does"
            + " not fit",
        "{\"sizes\":{\"secret\":\"much\"}} | The body's field sizes.* does not fit",
        "[1] | The body is JSON of another type",
        "{\"id\":\"secret\"} secret | The body is",
        "{\"id\": oops} | The body is not JSON",
        "'' | The body is"
      })
  void aBodySaysWhereItFails(String body, String told) {
    assertThatThrownBy(() -> json.read(body, Order.class))
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessageContaining(told)
        .hasNoCause()
        .message()
        .doesNotContain("secret", "much");
  }

  /** The function reads a type, and the operator's tools look for a key: one cause has one text. */
  @ParameterizedTest
  @ValueSource(strings = {"oops", "{\"id\": oops}", "{\"id\":", " ", "null", "7", "\"a\"", "[1]"})
  void aBodyThatCantBeReadHasTheSameFaultForItsTypeAndForItsKey(String body) {
    Throwable typed = catchThrowable(() -> json.read(body, Order.class));
    Throwable pointed = catchThrowable(() -> json.at(body, "/id"));

    assertThat(pointed)
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessage(typed.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"/lines, array", "'', object"})
  void aKeyThatIsNoValueSaysWhatItIs(String pointer, String what) {
    assertNoKey(() -> json.at("{\"lines\":[]}", pointer), "is an " + what + ", and no key");
  }
}
