package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.sqs.Stub;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.GetEventSourceMappingRequest;
import software.amazon.awssdk.services.lambda.model.GetEventSourceMappingResponse;
import software.amazon.awssdk.services.lambda.model.LambdaException;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;

class LambdaEventSourcesTest {
  private static final String MAPPING = "3f2c4b1e-0000-4000-8000-5f2b8a1c9d7e";

  /** Whatever its function does: a mapping that reads, or begins to, is not stopped. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          Enabled   | OK | none
          Enabling  | OK | none
          Updating  | OK | none
          Creating  | OK | none
          Enabled   | none | none
          Enabled   | No records processed | none
          Enabled   | PROBLEM: Function call failed | none
          Disabled  | OK | its state is Disabled (LAMBDA_INITIATED)
          Disabling | OK | its state is Disabling (LAMBDA_INITIATED)
          Deleting  | OK | its state is Deleting (LAMBDA_INITIATED)
          Enabled   | PROBLEM: Cannot access stream arn:a. | PROBLEM: Cannot access stream arn:a.
          Enabled   | PROBLEM: Lambda failed to assume your function execution role \
                    | PROBLEM: Lambda failed to assume your function execution role
          Enabled   | PROBLEM: Connection error. Please check it. \
                    | PROBLEM: Connection error. Please check it.
          """)
  void aMappingThatIsDisabledGoesOrCanNotReadIsStopped(
      String state, @Nullable String result, @Nullable String why) {
    assertThat(whyStopped(state, result)).isEqualTo(Optional.ofNullable(why));
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
        new StubLambda() {
          @Override
          public GetEventSourceMappingResponse getEventSourceMapping(
              GetEventSourceMappingRequest request) {
            assertThat(request.uuid()).isEqualTo(MAPPING);
            return answer.get();
          }
        };
    return new LambdaEventSources(client).whyStopped(MAPPING);
  }

  private interface StubLambda extends LambdaClient, Stub {}
}
