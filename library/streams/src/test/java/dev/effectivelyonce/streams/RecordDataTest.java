package dev.effectivelyonce.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the readers of Kafka, RabbitMQ and streams share. */
class RecordDataTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null               | true",
        "''                 | true",
        "{}                 | true",
        "{\"Records\":null} | true",
        "{\"Records\":[]}   | true",
        "{\"Records\":[{}]} | false",
        "{\"Records\":{}}   | false",
        "{\"Records\":\"\"} | false",
        "{\"source\":\"a\"} | false",
        "{\"Records\":[],\"source\":\"a\"} | false",
        "[]                 | false",
        "\"\"               | false",
      })
  void onlyAnEventWithoutAnythingWarmsAFunctionUp(String event, boolean nothing) throws Exception {
    assertThat(RecordData.isNothing(read(event))).isEqualTo(nothing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"key\":1}         | false",
        "{\"key\":[1,2]}     | false",
        "{\"key\":1,\"key\":1} | true",
        "{\"key\":1,\"key\":2,\"key\":null} | true",
      })
  void aMemberThatIsThereTwiceIsNoArrayOfItsValues(String event, boolean repeated)
      throws Exception {
    assertThat(RecordData.isRepeated(read(event).path("key"))).isEqualTo(repeated);
  }

  @Test
  void aSecondByteOrderMarkIsNoPartOfJsonAndIsKeptInAText() {
    byte[] data = "\uFEFF\uFEFF{\"id\":\"a\"}".getBytes(UTF_8);
    JsonCodec json = new JacksonJson();

    assertThatExceptionOfType(UnreadableMessageException.class)
        .isThrownBy(() -> RecordData.read(data, PayloadType.of(JsonNode.class), json))
        .withMessageContaining("two byte order marks");
    assertThat(RecordData.read(data, PayloadType.of(String.class), json))
        .isEqualTo("\uFEFF{\"id\":\"a\"}");
    assertThat(RecordData.read(data, PayloadType.of(byte[].class), json)).isEqualTo(data);
  }

  private static JsonNode read(String event) throws JsonProcessingException {
    return RecordData.events().build().readTree(event);
  }
}
