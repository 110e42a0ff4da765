package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a stream's records is a message that came. */
class StreamRecordsTest {
  @Test
  void onlyWhatWasInsertedCame() throws IOException {
    assertThat(read("REMOVE", "7", "a", "m")).isEmpty();
    assertThat(read("MODIFY", "7", "a", "m")).isEmpty();
    assertThat(read("INSERT", "7", "a", "m"))
        .singleElement()
        .matches(it -> it.key().equals(new OutboxKey("a", "m")))
        .matches(it -> it.sequenceNumber().equals("7"));
  }

  @ParameterizedTest
  @CsvSource({"'', a, m", "7, '', m", "7, a, ''"})
  void aRecordThatLacksItsNumberOrAKeyIsPassedOver(String number, String lane, String id)
      throws IOException {
    assertThat(read("INSERT", number, lane, id)).isEmpty();
  }

  private static List<StreamRecords.Arrival> read(
      String event, String number, String lane, String id) throws IOException {
    String json =
        """
        {"Records":[{"eventName":"%s","dynamodb":{"SequenceNumber":"%s",
         "Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}]}
        """
            .formatted(event, number, lane, id);
    return new StreamRecords()
        .read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }
}
