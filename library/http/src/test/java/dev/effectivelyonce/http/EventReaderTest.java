package dev.effectivelyonce.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventReaderTest {
  private static final String EVENT =
      """
      {
        "version": "2.0",
        "routeKey": "POST /payments/{id}",
        "rawPath": "/payments/p-1",
        "rawQueryString": "a=1&a=2",
        "cookies": ["one=1", "two=2"],
        "headers": {"Content-Type": "application/json", "x~a/b": "odd", "none": null},
        "queryStringParameters": {"a": "1,2"},
        "requestContext": {
          "accountId": "123456789012",
          "authentication": null,
          "authorizer": {
            "jwt": {"claims": {"sub": "u-1", "a/b": "odd", "exp": 1700000000}, "scopes": ["pay"]}
          },
          "http": {"method": "POST", "path": "/payments/p-1", "protocol": "HTTP/1.1"}
        },
        "pathParameters": {"id": "p-1"},
        "body": "{\\"amount\\":1}",
        "isBase64Encoded": false
      }
      """;

  @Test
  void aRequestHasWhatItsHandlerNeeds() throws IOException {
    ApiRequest request = read(EVENT);

    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/payments/p-1");
    assertThat(request.query()).isEqualTo("a=1&a=2");
    assertThat(request.route()).isEqualTo("POST /payments/{id}");
    assertThat(request.headers())
        .isEqualTo(Map.of("content-type", "application/json", "x~a/b", "odd"));
    assertThat(request.header("CONTENT-TYPE")).contains("application/json");
    assertThat(request.body().text()).isEqualTo("{\"amount\":1}");
  }

  @Test
  void theRestOfTheEventIsFoundByPointer() throws IOException {
    ApiRequest request = read(EVENT);

    assertThat(request.at("/pathParameters/id")).contains("p-1");
    assertThat(request.at("/requestContext/authorizer/jwt/claims/sub")).contains("u-1");
    assertThat(request.at("/requestContext/authorizer/jwt/claims/a~1b")).contains("odd");
    assertThat(request.at("/requestContext/authorizer/jwt/claims/exp")).contains("1700000000");
    assertThat(request.at("/requestContext/authorizer/jwt/scopes/0")).contains("pay");
    assertThat(request.at("/cookies/1")).contains("two=2");
    assertThat(request.at("/requestContext/authentication")).isEmpty();
    assertThat(request.at("/body")).isEmpty();
  }

  @Test
  void aBodyInBase64IsDecoded() throws IOException {
    ApiRequest request =
        read(
            EVENT
                .replace("\"{\\\"amount\\\":1}\"", "\"w7Y=\"")
                .replace("\"isBase64Encoded\": false", "\"isBase64Encoded\": true"));

    assertThat(request.body().text()).isEqualTo("ö");
    assertThat(request.body().bytes()).containsExactly(0xC3, 0xB6);
  }

  @Test
  void whatMayBeMissingIsEmpty() throws IOException {
    ApiRequest request =
        read(
            "{\"version\":\"2.0\",\"rawPath\":\"/\",\"requestContext\":{\"http\":{\"method\":\"GET\"}}}");

    assertThat(request.query()).isEmpty();
    assertThat(request.route()).isEqualTo("$default");
    assertThat(request.headers()).isEmpty();
    assertThat(request.body()).isEqualTo(ApiBody.none());
  }

  private static ApiRequest read(String event) throws IOException {
    return ApiRequest.read(new ByteArrayInputStream(event.getBytes(UTF_8)));
  }
}
