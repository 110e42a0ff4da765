package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
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

  private static JsonNode read(String event) throws JsonProcessingException {
    return RecordData.events().build().readTree(event);
  }
}
