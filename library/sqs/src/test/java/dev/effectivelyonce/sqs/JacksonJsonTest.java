package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonJsonTest {
  private final JacksonJson json = new JacksonJson();

  record Item(String article, int count) {}

  record Basket(String id, List<Item> items, Map<String, Integer> prices) {}

  record Checked(String id) {
    Checked {
      if (id.startsWith("secret")) {
        throw new IllegalArgumentException("refused " + id);
      }
    }
  }

  @Test
  void readsATypeAndIgnoresUnknownFields() {
    assertThat(json.read("{\"article\":\"a\",\"count\":2,\"new\":{}}", Item.class))
        .isEqualTo(new Item("a", 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"article\":\"secret\"}",
        "{\"article\":\"secret\",\"count\":null}",
        "{\"article\":\"secret\",\"count\":\"secret\"}",
        "{\"article\":\"secret\",\"count\":12345678901}",
        "{\"article\":\"secret\",\"count\":1} secret",
        "\"secret\"",
        "secret",
        "{\"secret\":",
        "null",
        " "
      })
  void refusesWhatDoesNotFitWithoutShowingIt(String body) {
    assertThatThrownBy(() -> json.read(body, Item.class))
        .isInstanceOf(UnreadableMessageException.class)
        .hasNoCause()
        .message()
        .doesNotContain("secret", "12345678901");
  }

  @Test
  void saysWhichFieldDoesNotFit() {
    assertThatThrownBy(
            () -> json.read("{\"items\":[{\"article\":\"a\",\"count\":\"x\"}]}", Basket.class))
        .hasMessageContaining("items.[0].count");
  }

  @Test
  void doesNotShowTheKeysOfAMapWhichAreContent() {
    assertThatThrownBy(() -> json.read("{\"prices\":{\"secret@example.org\":\"x\"}}", Basket.class))
        .hasMessageContaining("prices.")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void doesNotShowUnknownFieldsWhereAMapperOfTheUsersRefusesThem() {
    JacksonJson strict = new JacksonJson(new JsonMapper());

    assertThatThrownBy(() -> strict.read("{\"article\":\"a\",\"secret\":1}", Item.class))
        .isInstanceOf(UnreadableMessageException.class)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void aTypeThatRefusesAValueIsNotQuoted() {
    assertThatThrownBy(() -> json.read("{\"id\":\"secret-1\"}", Checked.class))
        .isInstanceOf(UnreadableMessageException.class)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void refusesNestingWithoutOverflowingTheStack() {
    String deep = "[".repeat(500_000);

    assertThatThrownBy(() -> json.read(deep, Object.class))
        .isInstanceOf(UnreadableMessageException.class);
    assertThatThrownBy(() -> json.at(deep, "/id")).isInstanceOf(UnreadableMessageException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "/s, text",
    "/n, 12",
    "/b, true",
    "/o/i, 7",
    "/a/1, second",
    "/big, 123456789012345678901234567890",
    "/precise, 0.12345678901234567890123",
    "/tilde~1slash, t",
    "/empty, ''"
  })
  void findsTheTextOfAValueAtAPointer(String pointer, String expected) {
    String body =
        """
        {"s":"text","n":12,"b":true,"o":{"i":7},"a":["first","second"],"tilde/slash":"t",
         "big":123456789012345678901234567890,"precise":0.12345678901234567890123,"empty":""}\
        """;

    assertThat(json.at(body, pointer)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/none", "/nil", "/o", "/a", "/a/2", "/s/x"})
  void findsNothingWhereThereIsNoValue(String pointer) {
    assertThat(json.at("{\"s\":\"t\",\"nil\":null,\"o\":{},\"a\":[1]}", pointer)).isEmpty();
  }

  @Test
  void aPointerIntoWhatIsNotJsonIsUnreadable() {
    assertThatThrownBy(() -> json.at("{", "/id")).isInstanceOf(UnreadableMessageException.class);
  }

  @Test
  void aPointerThatIsNoneIsRefusedWhenTheKeyIsNamed() {
    assertThatThrownBy(() -> MessageKey.jsonPointer("order/id"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("order/id")
        .hasMessageContaining("/order/id");
  }

  @Test
  void writesAResult() throws Exception {
    assertThat(json.write(new Item("a", 2))).isEqualTo("{\"article\":\"a\",\"count\":2}");
  }
}
