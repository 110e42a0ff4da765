package dev.effectivelyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpResponseTest {
  @Test
  void aHeaderReplacesTheOneOfItsNameInAnyCase() {
    HttpResponse answer = HttpResponse.json(200, "{}").header("Content-TYPE", "text/plain");

    assertThat(answer.headers()).isEqualTo(Map.of("content-type", "text/plain"));
    assertThat(answer.header("content-Type")).contains("text/plain");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 199, 600})
  void whatIsNoFinalStatusIsRefused(int status) {
    assertThatIllegalArgumentException().isThrownBy(() -> HttpResponse.of(status));
  }
}
