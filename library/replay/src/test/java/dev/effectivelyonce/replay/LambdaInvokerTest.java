package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  @Test
  void aFunctionThatFailedDidNotAnswer() {
    assertThatThrownBy(
            () ->
                invoke(
                    it ->
                        it.functionError("Unhandled")
                            .payload(
                                SdkBytes.fromUtf8String(
                                    "{\"errorType\":\"Broken\",\"batchItemFailures\":[]}"))))
        .isInstanceOf(QueueException.class)
        .hasMessageContaining("failed: Broken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "OK"})
  void aFunctionThatFailedWithoutATypeDidNotAnswer(String payload) {
    assertThatThrownBy(
            () ->
                invoke(
                    it -> it.functionError("Unhandled").payload(SdkBytes.fromUtf8String(payload))))
        .isInstanceOf(QueueException.class);
  }

  @Test
  void aFunctionThatFailedWithoutAPayloadDidNotAnswer() {
    assertThatThrownBy(() -> invoke(it -> it.functionError("Unhandled")))
        .isInstanceOf(QueueException.class);
  }

  private static String invoke(Consumer<InvokeResponse.Builder> answer) {
    LambdaClient client =
        new LambdaClient() {
          @Override
          public InvokeResponse invoke(InvokeRequest request) {
            InvokeResponse.Builder response = InvokeResponse.builder();
            answer.accept(response);
            return response.build();
          }

          @Override
          public String serviceName() {
            return "lambda";
          }

          @Override
          public void close() {}
        };
    return new LambdaInvoker(() -> client).invoke("clicks", "{}", Duration.ofSeconds(1));
  }
}
