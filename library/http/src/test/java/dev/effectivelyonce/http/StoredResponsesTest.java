package dev.effectivelyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records outlive deployments: what is written here stays readable. */
class StoredResponsesTest {
  private static final ApiResponse ANSWER =
      ApiResponse.json(201, "{\"id\":\"p-1\"}")
          .header("Location", "/payments/p-1")
          .header("Date", "today")
          .cookie("session=1");

  private final StoredResponses kept =
      new StoredResponses(new JsonFactory(), Set.of("content-type", "location"), 200);

  @Test
  void textIsKeptAsItIs() throws IOException {
    assertThat(kept.write(ANSWER))
        .isEqualTo(
            "{\"status\":201,"
                + "\"headers\":{\"content-type\":\"application/json\",\"location\":\"/payments/p-1\"},"
                + "\"body\":\"{\\\"id\\\":\\\"p-1\\\"}\"}");
  }

  @Test
  void bytesAreKeptInBase64() throws IOException {
    assertThat(kept.write(ApiResponse.of(200).body(ApiBody.of(new byte[] {1, 2}))))
        .isEqualTo("{\"status\":200,\"headers\":{},\"base64\":\"AQI=\"}");
  }

  @Test
  void ofWhatIsTooLargeTheSizeIsKept() throws IOException {
    assertThat(kept.write(ANSWER.body(ApiBody.of("ö".repeat(100)))))
        .isEqualTo(
            "{\"status\":201,"
                + "\"headers\":{\"content-type\":\"application/json\",\"location\":\"/payments/p-1\"},"
                + "\"omittedBytes\":200}");
  }

  @Test
  void anAnswerOfJustTheLimitIsKeptWhole() throws IOException {
    String whole = kept.write(ApiResponse.of(200).body(ApiBody.of("x".repeat(163))));
    String tooLarge = kept.write(ApiResponse.of(200).body(ApiBody.of("x".repeat(164))));

    assertThat(whole).hasSize(200).contains("\"body\"");
    assertThat(tooLarge).contains("\"omittedBytes\":164");
  }

  @Test
  void whatIsKeptIsReadBack() throws IOException {
    StoredResponses.Kept read = kept.read(kept.write(ANSWER)).orElseThrow();

    assertThat(read.omittedBytes()).isEmpty();
    assertThat(read.answer())
        .isEqualTo(ApiResponse.json(201, "{\"id\":\"p-1\"}").header("Location", "/payments/p-1"));
  }

  @Test
  void fieldsOfLaterVersionsAreSkipped() {
    assertThat(kept.read("{\"more\":{\"a\":[1]},\"status\":200,\"omittedBytes\":7}"))
        .contains(new StoredResponses.Kept(ApiResponse.of(200), OptionalInt.of(7)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no JSON", "[]", "\"a receipt\"", "{}", "{\"status\":\"x\"}", "{\"st"})
  void whatIsNoAnswerIsNotRead(String text) {
    assertThat(kept.read(text)).isEmpty();
  }
}
