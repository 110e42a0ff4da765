package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.Stub;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeRequest;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

class LambdaInvokerTest {
  @Test
  void theAnswerIsTheFunctions() {
    assertThat(invoke(it -> it.payload(SdkBytes.fromUtf8String("{}")))).isEqualTo("{}");
  }

  @Test
  void noAnswerIsEmpty() {
    assertThat(invoke(it -> {})).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"errorType\":\"Broken\",\"batchItemFailures\":[]} | failed: Broken",
        "`` | failed: ",
        "null | failed: ",
        "OK | failed: its answer can't be read",
        "| failed: "
      })
  void aFunctionThatFailedDidNotAnswer(@Nullable String payload, String told) {
    assertRefused(
        QueueException.class,
        () ->
            invoke(
                it ->
                    it.functionError("Unhandled")
                        .payload(payload == null ? null : SdkBytes.fromUtf8String(payload))),
        told);
  }

  private static String invoke(Consumer<InvokeResponse.Builder> answer) {
    LambdaClient client =
        new StubLambda() {
          @Override
          public InvokeResponse invoke(InvokeRequest request) {
            InvokeResponse.Builder response = InvokeResponse.builder();
            answer.accept(response);
            return response.build();
          }
        };
    return new LambdaInvoker(() -> client).invoke("clicks", "{}", Duration.ofSeconds(1));
  }

  private interface StubLambda extends LambdaClient, Stub {}
}
