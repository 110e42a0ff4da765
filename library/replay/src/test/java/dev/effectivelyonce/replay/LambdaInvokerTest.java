package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.sqs.Stub;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeRequest;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LambdaException;

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

  /** What concerns all records ends a run, and what concerns one does not. */
  @ParameterizedTest
  @CsvSource({
    "AccessDeniedException, FAILED",
    "ResourceNotFoundException, FAILED",
    "TooManyRequestsException, NOT_DONE",
    ", FAILED",
    "RequestTooLargeException, REFUSED",
    "InvalidRequestContentException, REFUSED"
  })
  void anInvocationIsRefusedForItsEventOrForAll(@Nullable String code, QueueException.Kind kind) {
    assertKind(
        kind,
        it -> {
          throw LambdaException.builder()
              .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
              .build();
        });
  }

  @Test
  void aFunctionErrorConcernsItsEventAndALostConnectionConcernsAll() {
    assertKind(QueueException.Kind.NOT_DONE, it -> it.functionError("Unhandled"));
    assertKind(
        QueueException.Kind.FAILED,
        it -> {
          throw SdkClientException.create("Gone");
        });
  }

  private static void assertKind(
      QueueException.Kind kind, Consumer<InvokeResponse.Builder> answer) {
    assertThat(catchThrowableOfType(QueueException.class, () -> invoke(answer)).kind())
        .isEqualTo(kind);
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
