package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertUnreadable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number keeps each digit, whoever reads it. */
class ExactNumbersTest {
  record Priced(String id, BigDecimal price) {}

  record Free(String id, JsonNode node, Map<String, Object> map, Object any) {}

  private final JacksonJson json = new JacksonJson();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12345678901234567.1",
        "12345678901234567.2",
        "0.12345678901234567890123456789012345678",
        "9007199254740993",
        "123456789012345678901234567890",
        "1.10",
        "1.0",
        "0.0",
        "-7",
        "1E+400"
      })
  void twoReadersOfOneBodyAgree(String number) {
    String body = "{\"id\":" + number + ",\"node\":{\"id\":" + number + "}}";

    assertThat(json.at(body, "/id")).contains(number);
    assertThat(json.read(body, JsonNode.class).get("id").asText()).isEqualTo(number);
    assertThat(json.read(body, Map.class).get("id")).hasToString(number);
    assertThat(((Map<?, ?>) json.read(body, Object.class)).get("id")).hasToString(number);
    assertThat(json.read(body, Free.class).node().get("id").asText()).isEqualTo(number);
    assertThat(json.read("{\"map\":" + body + "}", Free.class).map().get("id")).hasToString(number);
    assertThat(json.read("{\"any\":" + number + "}", Free.class).any()).hasToString(number);
  }

  @Test
  void whatWasReadIsWrittenWithEachDigit() throws Exception {
    String body = "{\"id\":12345678901234567.10,\"list\":[0.12345678901234567890,1.0]}";

    assertThat(json.write(json.read(body, JsonNode.class))).isEqualTo(body);
    assertThat(json.write(json.read(body, Map.class))).isEqualTo(body);
  }

  /** Whoever computes with it would fill the memory, or compute for hours. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e1000000000",
        "1E+1001",
        "1e-1000000000",
        "1.5e00000000000000000001001",
        "-1e99999999999999999999",
        "0e2147483648"
      })
  void aNumberBeyondAnyUseIsUnreadableWhereverItStands(String number) {
    for (String body :
        List.of(
            "{\"id\":\"a\",\"price\":" + number + "}",
            "{\"id\":\"a\",\"unknown\":" + number + "}",
            "{\"id\":\"a\",\"unknown\":{\"deep\":[" + number + "]}}")) {
      for (JacksonJson each : List.of(json, new JacksonJson(lenient()))) {
        for (Class<?> type : List.of(Priced.class, JsonNode.class, Map.class, Object.class)) {
          assertThatThrownBy(() -> each.read(body, type))
              .as(body)
              .isInstanceOf(UnreadableMessageException.class);
        }
        assertUnreadable(() -> each.at(body, "/id"));
      }
      assertUnreadable(() -> new CanonicalJson().of(body));
    }
  }

  record Keyed(Map<BigDecimal, String> byPrice) {}

  @Test
  void theSameHoldsForAKey() {
    for (JacksonJson each : List.of(json, new JacksonJson(lenient()))) {
      for (String key : List.of("1e1000000000", "-1E-1001")) {
        assertUnreadable(() -> each.read("{\"byPrice\":{\"" + key + "\":\"a\"}}", Keyed.class));
      }
      assertThat(each.read("{\"byPrice\":{\"1e1000\":\"a\"}}", Keyed.class).byPrice())
          .isEqualTo(Map.of(new BigDecimal("1e1000"), "a"));
    }
  }

  @Test
  void anExponentThatIsOfUseIsRead() {
    assertThat(json.read("{\"id\":\"a\",\"price\":1e0001000}", Priced.class).price())
        .isEqualTo(new BigDecimal("1e1000"));
    assertThat(json.read("{\"id\":\"a\",\"price\":25E-3}", Priced.class).price())
        .isEqualTo(new BigDecimal("0.025"));
  }

  private static ObjectMapper lenient() {
    return new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }
}
