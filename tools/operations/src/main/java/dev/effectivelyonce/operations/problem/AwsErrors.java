package dev.effectivelyonce.operations.problem;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** What the errors of AWS mean. */
public final class AwsErrors {
  private static final Pattern MISSING_RIGHT =
      Pattern.compile("not authorized to perform: ?([A-Za-z0-9]+:[A-Za-z0-9]+)");

  /** What helps where a queue or a table is not found. */
  public static final String NOT_FOUND_REMEDY =
      "Check --region; if it is an output of a stack, give --stack or --outputs";

  /** What helps against most refusals. */
  public static final String BY_HAND = "Check it by hand; see docs/operator-reference.md";

  /** What helps where requests are throttled. */
  public static final String LATER =
      "Run the command again in a minute; a table is read more slowly by a lower --read-units";

  private AwsErrors() {}

  /** Returns what is wrong if AWS knows nobody by the credentials: it refuses all else, too. */
  public static Optional<OperationException> unauthenticated(AwsServiceException answer) {
    return switch (code(answer)) {
      case "ExpiredToken", "ExpiredTokenException" ->
          Optional.of(
              OperationException.unreachable(
                  "The credentials for AWS have expired",
                  "Log in again, and run the command again",
                  answer));
      case "InvalidAccessKeyId", "InvalidClientTokenId", "UnrecognizedClientException" ->
          Optional.of(
              OperationException.unreachable(
                  "AWS does not know the credentials",
                  "Check --profile and --region, and log in again",
                  answer));
      case "InvalidSignatureException",
          "RequestExpired",
          "RequestTimeTooSkewed",
          "SignatureDoesNotMatch" ->
          Optional.of(
              OperationException.unreachable(
                  "AWS refuses the signature of the request",
                  "Set the clock of this machine right, and check the secret key",
                  answer));
      default -> Optional.empty();
    };
  }

  /** Returns why something was not looked up, as the end of a sentence. */
  public static String refusal(AwsServiceException answer) {
    if (answer.isThrottlingException()) {
      return "it is throttled";
    }
    return isDenied(answer)
        ? "the right " + missingRight(answer) + " is missing"
        : "it was refused with " + code(answer);
  }

  /** Returns what to do then, without a full stop. */
  public static String remedy(AwsServiceException answer) {
    if (answer.isThrottlingException()) {
      return LATER;
    }
    return isDenied(answer)
        ? "Grant the right, or check it by hand; see docs/operator-reference.md"
        : BY_HAND;
  }

  /** The right that an answer says is missing, such as {@code dynamodb:Query}; else the code. */
  public static String missingRight(AwsServiceException answer) {
    Matcher matcher = MISSING_RIGHT.matcher(String.valueOf(answer.getMessage()));
    return matcher.find() ? matcher.group(1) : code(answer);
  }

  /** Returns whether a right is missing. */
  public static boolean isDenied(AwsServiceException answer) {
    return answer.statusCode() == 403
        || code(answer).startsWith("AccessDenied")
        || code(answer).equals("UnauthorizedOperation");
  }

  /** Returns what AWS calls the error. */
  public static String code(AwsServiceException answer) {
    return answer.awsErrorDetails() == null
        ? "status " + answer.statusCode()
        : String.valueOf(answer.awsErrorDetails().errorCode());
  }
}
