package dev.effectivelyonce.operations.problem;

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

  private AwsErrors() {}

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
