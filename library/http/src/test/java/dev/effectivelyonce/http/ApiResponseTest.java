package dev.effectivelyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiResponseTest {
  @Test
  void aHeaderReplacesTheOneOfItsNameInAnyCase() {
    ApiResponse answer = ApiResponse.json(200, "{}").header("Content-TYPE", "text/plain");

    assertThat(answer.headers()).isEqualTo(Map.of("content-type", "text/plain"));
    assertThat(answer.header("content-Type")).contains("text/plain");
  }

  @Test
  @SuppressWarnings("NullAway") // As from code that has no null annotations.
  void nullIsRefusedWhereTheHandlerPassesIt() {
    ApiResponse answer = ApiResponse.of(200);

    assertThatNullPointerException().isThrownBy(() -> answer.body(null));
    assertThatNullPointerException().isThrownBy(() -> ApiBody.of((String) null));
    assertThatNullPointerException().isThrownBy(() -> answer.header("x-trace", null));
  }

  @Test
  void everyFinalStatusIsTaken() {
    assertThat(ApiResponse.of(200).status()).isEqualTo(200);
    assertThat(ApiResponse.of(599).status()).isEqualTo(599);
  }

  @Test
  void neitherHeadersNorContentGetIntoALog() {
    ApiRequest request =
        new ApiRequest(
            "POST",
            "/payments",
            "token=secret",
            "$default",
            Map.of("authorization", "secret"),
            ApiBody.of("secret"),
            Map.of("/requestContext/authorizer/jwt/claims/sub", "secret"));

    assertThat(ApiResponse.json(201, "secret").header("x", "secret"))
        .hasToString("HttpResponse[201]");
    assertThat(request).hasToString("HttpRequest[POST /payments]");
  }

  @ParameterizedTest
  @CsvSource({"499, DONE", "500, UNKNOWN", "429, NOTHING_HAPPENED", "200, DONE"})
  void aStatusMeansWhatItSays(int status, ResponseClassification meaning) {
    assertThat(ResponseClassification.of(ApiResponse.of(status))).isEqualTo(meaning);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 199, 600})
  void whatIsNoFinalStatusIsRefused(int status) {
    assertThatIllegalArgumentException().isThrownBy(() -> ApiResponse.of(status));
  }
}
