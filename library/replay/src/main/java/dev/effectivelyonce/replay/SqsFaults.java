package dev.effectivelyonce.replay;

import dev.effectivelyonce.replay.QueueException.Kind;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Calls SQS, and translates its exceptions. Their texts may quote content and are not used. */
final class SqsFaults {
  /** The error codes about the message. All others concern the queue or the call. */
  private static final Set<String> OF_THE_MESSAGE =
      Set.of(
          "InvalidAttributeValue",
          "InvalidParameterValue",
          "InvalidParameterValueException",
          "InvalidMessageContents",
          "MissingParameter",
          "AWS.SimpleQueueService.UnsupportedOperation",
          "UnsupportedOperation");

  private SqsFaults() {}

  static <T> T calling(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (AwsServiceException e) {
      String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
      throw refusal(what, String.valueOf(code), e);
    } catch (SdkException e) {
      throw new QueueException(
          Kind.FAILED,
          what + " failed: " + e.getClass().getSimpleName(),
          "Check the connection to SQS and the credentials, then run again",
          e);
    }
  }

  private static QueueException refusal(String what, String code, AwsServiceException e) {
    return OF_THE_MESSAGE.contains(code) && e.statusCode() < 500
        ? new QueueException(
            Kind.REFUSED,
            what + " was refused with " + code,
            "Compare the message with what the queue takes, its MaximumMessageSize above all",
            e)
        : new QueueException(
            Kind.FAILED,
            what + " failed with " + code + " (" + e.statusCode() + ")",
            "Check that the queue exists, and the rights to it, then run again",
            e);
  }
}
