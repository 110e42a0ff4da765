package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.GetEventSourceMappingRequest;
import software.amazon.awssdk.services.lambda.model.GetEventSourceMappingResponse;
import software.amazon.awssdk.services.lambda.model.LambdaException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;

class LambdaEventSourcesTest {
  private static final String MAPPING = "3f2c4b1e-0000-4000-8000-5f2b8a1c9d7e";

  @ParameterizedTest
  @ValueSource(strings = {"Enabled", "Enabling", "Updating", "Creating"})
  void aMappingThatReadsOrBeginsToIsNotStopped(String state) {
    assertThat(whyStopped(state, "OK")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Disabled", "Disabling", "Deleting"})
  void aMappingThatIsDisabledOrGoesIsStopped(String state) {
    assertThat(whyStopped(state, "OK"))
        .contains("its state is %s (LAMBDA_INITIATED)".formatted(state));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none",
        "OK",
        "No records processed",
        "PROBLEM: Function call failed",
      })
  void aMappingThatReadsIsNotStoppedWhateverTheFunctionDoes(@Nullable String result) {
    assertThat(whyStopped("Enabled", result)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROBLEM: Cannot access stream arn:aws:kinesis:eu-west-1:123456789012:stream/clicks.",
        "PROBLEM: Lambda failed to assume your function execution role",
        "PROBLEM: Connection error. Please check your event source connection configuration."
      })
  void aMappingThatCanNotReadItsSourceIsStopped(String result) {
    assertThat(whyStopped("Enabled", result)).contains(result);
  }

  @Test
  void aMappingWhoseStateCanNotBeReadCountsAsStopped() {
    assertThat(whyStopped(() -> failed(ResourceNotFoundException.builder(), "Gone", 404)))
        .contains("its state can't be read: Gone (404)");
    assertThat(whyStopped(() -> failed(LambdaException.builder(), "AccessDeniedException", 403)))
        .contains("its state can't be read: AccessDeniedException (403)");
    assertThat(
            whyStopped(
                () -> {
                  throw SdkClientException.create("timeout");
                }))
        .contains("its state can't be read: SdkClientException");
  }

  @Test
  void aMappingWithoutAStateCountsAsStopped() {
    assertThat(whyStopped(() -> GetEventSourceMappingResponse.builder().build()))
        .contains("its state is not known (no reason given)");
  }

  private static GetEventSourceMappingResponse failed(
      LambdaException.Builder fault, String code, int status) {
    throw (LambdaException)
        fault
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .statusCode(status)
            .build();
  }

  private static Optional<String> whyStopped(String state, @Nullable String result) {
    return whyStopped(
        () ->
            GetEventSourceMappingResponse.builder()
                .state(state)
                .stateTransitionReason("LAMBDA_INITIATED")
                .lastProcessingResult(result)
                .build());
  }

  private static Optional<String> whyStopped(Supplier<GetEventSourceMappingResponse> answer) {
    LambdaClient client =
        new LambdaClient() {
          @Override
          public GetEventSourceMappingResponse getEventSourceMapping(
              GetEventSourceMappingRequest request) {
            assertThat(request.uuid()).isEqualTo(MAPPING);
            return answer.get();
          }

          @Override
          public String serviceName() {
            return "lambda";
          }

          @Override
          public void close() {}
        };
    return new LambdaEventSources(client).whyStopped(MAPPING);
  }
}
