package dev.effectivelyonce.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A content with a byte order mark before it is the content without it. */
class ByteOrderMarkTest {
  private static final String PAYMENT = "{\"cents\":1}";
  private static final String MARKED = "\uFEFF" + PAYMENT;

  @Test
  void aHandlerReadsTheTextWithoutIt() {
    for (ApiBody body : List.of(ApiBody.of(MARKED), ApiBody.of(MARKED.getBytes(UTF_8)))) {
      assertThat(body.text()).isEqualTo(PAYMENT);
      assertThat(body.bytes()).isEqualTo(MARKED.getBytes(UTF_8));
    }
  }

  @Test
  void aRepetitionWithoutItIsTheSameRequest() {
    assertThat(RequestIdentity.wholeRequest(request(ApiBody.of(MARKED))))
        .isEqualTo(RequestIdentity.wholeRequest(request(ApiBody.of(PAYMENT))))
        .isEqualTo(RequestIdentity.wholeRequest(request(ApiBody.of(MARKED.getBytes(UTF_8)))));
  }

  private static ApiRequest request(ApiBody body) {
    return new ApiRequest("POST", "/payments", "", "$default", Map.of(), body, Map.of());
  }
}
