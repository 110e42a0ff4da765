package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What each answer of DynamoDB means, and none at all, without asking it. */
class ErrorTranslatorTest {
  @ParameterizedTest
  @CsvSource({
    "400, ResourceNotFoundException, MISCONFIGURED, false",
    "400, ValidationException, MISCONFIGURED, false",
    "400, AccessDeniedException, DENIED, false",
    "400, ExpiredTokenException, DENIED, false",
    "400, UnrecognizedClientException, DENIED, false",
    "403, Whatever, DENIED, false",
    "400, ProvisionedThroughputExceededException, THROTTLED, true",
    "400, RequestLimitExceeded, THROTTLED, true",
    "400, ThrottlingException, THROTTLED, true",
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
    assertThat(translated(answer)).hasMessageContaining("\"records\"");
    assertThat(ErrorTranslator.isTransient(answer)).isEqualTo(isTransient);
    assertThat(ErrorTranslator.isAccessDenied(answer)).isEqualTo(code.startsWith("AccessDenied"));
    assertThat(ErrorTranslator.isValidation(answer)).isEqualTo(code.startsWith("Validation"));
  }

  @Test
  void whatNobodyAnsweredMayBeAnsweredNextTime() {
    SdkException lost = SdkClientException.create("Lost");

    assertThat(translated(lost).kind()).isEqualTo(UNREACHABLE);
    assertThat(ErrorTranslator.isTransient(lost)).isTrue();
    assertThat(ErrorTranslator.isValidation(lost)).isFalse();
    assertThat(ErrorTranslator.isAccessDenied(lost)).isFalse();
    assertThat(ErrorTranslator.describe(lost)).isEqualTo("SdkClientException");
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
    assertThat(refused("The table has not the specified index: x"))
        .hasMessageContaining("has no index \"" + Attributes.LISTING_INDEX + "\"");
    assertThat(refused(null)).hasMessageContaining("partition key \"id\"");
  }

  @Test
  void aRoleWithoutPermissionIsToldWhichOnes() {
    assertThat(translated(answer(400, "AccessDeniedException", "not authorized")).remedy())
        .contains("dynamodb:PutItem", "dynamodb:UpdateItem");
  }

  @Test
  void whatDynamoDbSaysIsRepeatedOfAnExpressionAndNotOfAnItem() {
    assertThat(refused("Invalid UpdateExpression: Syntax error"))
        .hasMessageContaining("Syntax error");
    assertThat(refused("The parameter cannot be converted to a numeric value: anna@example.org"))
        .hasMessageContaining("ValidationException")
        .hasNoCause()
        .extracting(Throwable::getMessage, STRING)
        .doesNotContain("anna");
  }

  private static StoreException refused(@Nullable String text) {
    return translated(answer(400, "ValidationException", text));
  }

  private static StoreException translated(SdkException e) {
    return new ErrorTranslator(LocalDynamoDb.client(), "records").translate(e);
  }

  private static SdkException answer(int status, @Nullable String code, @Nullable String text) {
    return DynamoDbException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(text).build())
        .build();
  }
}
