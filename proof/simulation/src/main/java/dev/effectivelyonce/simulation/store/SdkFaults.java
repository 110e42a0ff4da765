package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.store.StoreException;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What goes wrong with a request, as the SDK throws it. */
final class SdkFaults {
  private static final int BAD_REQUEST = 400;

  private SdkFaults() {}

  /** Credentials that expired are no missing right: the next request may well do. */
  static SdkException of(StoreException fault) {
    return switch (fault.kind()) {
      case THROTTLED -> answered("ThrottlingException");
      case DENIED -> answered("ExpiredTokenException");
      default -> SdkClientException.create("simulated");
    };
  }

  /** A request is refused as a whole, such as for its size. */
  static SdkException invalid() {
    return answered("ValidationException");
  }

  /** A transaction did not happen. */
  static SdkException cancelled(List<CancellationReason> reasons) {
    return TransactionCanceledException.builder()
        .cancellationReasons(reasons)
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details("TransactionCanceledException"))
        .build();
  }

  private static SdkException answered(String code) {
    return DynamoDbException.builder()
        .statusCode(BAD_REQUEST)
        .awsErrorDetails(details(code))
        .build();
  }

  private static AwsErrorDetails details(String code) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage("simulated").build();
  }
}
