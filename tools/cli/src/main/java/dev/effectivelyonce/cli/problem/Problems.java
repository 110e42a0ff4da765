package dev.effectivelyonce.cli.problem;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.store.StoreException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Exceptions as exit codes and as lines for people. */
public final class Problems {
  private static final Pattern MISSING_RIGHT =
      Pattern.compile("not authorized to perform: ?([A-Za-z0-9]+:[A-Za-z0-9]+)");

  /** What helps where a queue or a table is not found. */
  public static final String NOT_FOUND_REMEDY =
      "Check --region; if it is an output of a stack, give --stack or --outputs";

  private Problems() {}

  /** The exit code that an exception leads to. */
  public static int exitCode(Exception problem) {
    return switch (problem) {
      case CommandException told -> told.exitCode();
      case ConfigurationException wrong -> ExitCode.USAGE;
      case InvalidKeyException wrong -> ExitCode.USAGE;
      case EffectivelyOnceException fault -> ExitCode.UNREACHABLE;
      case SdkException fault -> ExitCode.UNREACHABLE;
      default -> ExitCode.DEFECT;
    };
  }

  /** Returns what is wrong and what to do, one line each. */
  public static String text(Exception problem) {
    return NoAnswerException.in(problem)
        .map(it -> lines(it.problem(), it.remedy()))
        .orElseGet(() -> told(problem));
  }

  private static String told(Exception problem) {
    return switch (problem) {
      case EffectivelyOnceException told -> lines(told.problem(), remedy(told));
      case AwsServiceException answer -> lines(answered(answer), remedy(answer));
      case SdkException fault ->
          lines(
              "There is no usable answer: " + firstLine(fault),
              "Check the network, --endpoint, --region and the credentials");
      default ->
          lines(
              "This is a defect of the command line: " + problem,
              "Run again with --verbose, and report what it prints");
    };
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

  private static String answered(AwsServiceException answer) {
    return isDenied(answer)
        ? "The right " + missingRight(answer) + " is missing"
        : "AWS refused the request: " + firstLine(answer);
  }

  private static String remedy(AwsServiceException answer) {
    return isDenied(answer)
        ? "Use other credentials (--profile), or have the right granted; see docs/operator.md"
        : "Check the names, --region and --endpoint";
  }

  private static String remedy(EffectivelyOnceException told) {
    return told.getCause() instanceof AwsServiceException answer
        ? remedy(told, answer)
        : told.remedy();
  }

  /** The store speaks to those who deploy; who types a command has named the table wrongly. */
  private static String remedy(EffectivelyOnceException told, AwsServiceException answer) {
    if (isDenied(answer)) {
      return remedy(answer) + " (" + missingRight(answer) + ")";
    }
    return told instanceof StoreException && code(answer).equals("ResourceNotFoundException")
        ? NOT_FOUND_REMEDY
        : told.remedy();
  }

  private static String firstLine(Exception problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
  }

  private static String lines(String problem, String remedy) {
    return problem + "." + System.lineSeparator() + remedy + ".";
  }
}
