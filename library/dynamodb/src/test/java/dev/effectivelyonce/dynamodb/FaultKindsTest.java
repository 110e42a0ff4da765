package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What each answer of DynamoDB means, without asking it. */
class FaultKindsTest {
  private static final DynamoDbClient CLIENT =
      DynamoDbClients.builder(CallBounds.forLambda()).region(Region.EU_CENTRAL_1).build();

  @AfterAll
  static void close() {
    CLIENT.close();
  }

  @ParameterizedTest
  @CsvSource({
    "400, ResourceNotFoundException, MISCONFIGURED, false",
    "400, ValidationException, MISCONFIGURED, false",
    "400, AccessDeniedException, DENIED, false",
    "400, ExpiredTokenException, DENIED, false",
    "403, Whatever, DENIED, false",
    "400, ProvisionedThroughputExceededException, THROTTLED, true",
    "400, RequestLimitExceeded, THROTTLED, true",
    "400, LimitExceededException, THROTTLED, true",
    "429, Whatever, THROTTLED, true",
    "400, TooManyRequestsException, THROTTLED, true",
    "400, TransactionConflictException, THROTTLED, true",
    "400, TransactionInProgressException, THROTTLED, true",
    "400, ReplicatedWriteConflictException, THROTTLED, true",
    "400, Whatever, MISCONFIGURED, false",
    "499, Whatever, MISCONFIGURED, false",
    "500, InternalServerError, UNREACHABLE, true",
    "503, Whatever, UNREACHABLE, true"
  })
  void anAnswerHasItsKindAndMayComeOutOtherwiseNextTimeOrNot(
      int status, String code, StoreException.Kind kind, boolean isTransient) {
    SdkException answer = answer(status, code, "a text");

    assertThat(translated(answer).kind()).isEqualTo(kind);
    assertThat(ErrorTranslator.isTransient(answer)).isEqualTo(isTransient);
  }

  @Test
  void whatNobodyAnsweredMayBeAnsweredNextTime() {
    SdkException lost = SdkClientException.create("Lost");

    assertThat(translated(lost).kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(ErrorTranslator.isTransient(lost)).isTrue();
    assertThat(ErrorTranslator.isValidation(lost)).isFalse();
    assertThat(ErrorTranslator.isAccessDenied(lost)).isFalse();
    assertThat(ErrorTranslator.describe(lost)).isEqualTo("SdkClientException");
  }

  @Test
  void aDenialIsNoValidationAndTheOtherWayRound() {
    SdkException denied = answer(400, "AccessDeniedException", "a text");
    SdkException invalid = answer(400, "ValidationException", "a text");

    assertThat(ErrorTranslator.isAccessDenied(denied)).isTrue();
    assertThat(ErrorTranslator.isValidation(denied)).isFalse();
    assertThat(ErrorTranslator.isAccessDenied(invalid)).isFalse();
    assertThat(ErrorTranslator.isValidation(invalid)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"500, UNREACHABLE", "400, MISCONFIGURED"})
  void anAnswerWithoutDetailsGoesByItsStatus(int status, StoreException.Kind kind) {
    SdkException bare = DynamoDbException.builder().statusCode(status).build();
    SdkException codeless = answer(status, null, null);

    assertThat(translated(bare).kind()).isEqualTo(kind);
    assertThat(translated(codeless).kind()).isEqualTo(kind);
    assertThat(ErrorTranslator.describe(codeless)).isEqualTo(" (request null)");
  }

  @Test
  void aMissingIndexIsNamed() {
    assertThat(
            translated(
                answer(400, "ValidationException", "The table has not the specified index: x")))
        .hasMessageContaining("has no index \"" + Attributes.LISTING_INDEX + "\"");
    assertThat(translated(answer(400, "ValidationException", null)))
        .hasMessageContaining("partition key \"id\"");
  }

  private static StoreException translated(SdkException e) {
    return new ErrorTranslator(CLIENT, "records").translate(e);
  }

  private static SdkException answer(int status, @Nullable String code, @Nullable String text) {
    return DynamoDbException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(text).build())
        .build();
  }
}
