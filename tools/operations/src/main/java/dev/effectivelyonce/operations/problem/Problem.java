package dev.effectivelyonce.operations.problem;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * An exception for people.
 *
 * @param kind why it was not done
 * @param problem what is wrong, without a full stop
 * @param remedy what to do, without a full stop
 */
public record Problem(Kind kind, String problem, String remedy) {
  /** Returns what an exception means to the user. */
  public static Problem of(Exception problem) {
    return NoAnswerException.in(problem)
        .map(it -> new Problem(kind(problem), it.problem(), it.remedy()))
        .or(() -> unauthenticated(problem))
        .orElseGet(() -> told(problem));
  }

  /** Returns a text as part of a sentence. */
  public static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static Optional<Problem> unauthenticated(Exception problem) {
    return Stream.of(problem, problem.getCause())
        .flatMap(it -> it instanceof AwsServiceException answer ? Stream.of(answer) : Stream.of())
        .flatMap(answer -> AwsErrors.unauthenticated(answer).stream())
        .findFirst()
        .map(it -> new Problem(it.kind(), it.problem(), it.remedy()));
  }

  private static Kind kind(Exception problem) {
    return switch (problem) {
      case OperationException told -> told.kind();
      case ConfigurationException wrong -> Kind.USAGE;
      case InvalidKeyException wrong -> Kind.USAGE;
      case EffectivelyOnceException fault -> Kind.UNREACHABLE;
      case SdkException fault -> Kind.UNREACHABLE;
      default -> Kind.DEFECT;
    };
  }

  private static Problem told(Exception problem) {
    Kind kind = kind(problem);
    return switch (problem) {
      case EffectivelyOnceException told -> new Problem(kind, told.problem(), remedy(told));
      case AwsServiceException answer -> new Problem(kind, answered(answer), remedy(answer));
      case SdkException fault ->
          new Problem(
              kind,
              "There is no usable answer: " + firstLine(fault),
              "Check the network, --endpoint, --region and the credentials");
      default -> new Problem(kind, problem.toString(), "Report it");
    };
  }

  private static String answered(AwsServiceException answer) {
    if (answer.isThrottlingException()) {
      return "AWS throttles the requests (" + AwsErrors.code(answer) + ")";
    }
    return AwsErrors.isDenied(answer)
        ? "The right " + AwsErrors.missingRight(answer) + " is missing"
        : "AWS refused the request: " + firstLine(answer);
  }

  private static String remedy(AwsServiceException answer) {
    if (answer.isThrottlingException()) {
      return AwsErrors.LATER;
    }
    return AwsErrors.isDenied(answer)
        ? "Use other credentials (--profile), or have the right granted; see"
            + " docs/operator-reference.md"
        : "Check the names, --region and --endpoint";
  }

  private static String remedy(EffectivelyOnceException told) {
    return told.getCause() instanceof AwsServiceException answer
        ? remedy(told, answer)
        : told.remedy();
  }

  /** The store speaks to those who deploy; who asks here has named the table wrongly. */
  private static String remedy(EffectivelyOnceException told, AwsServiceException answer) {
    if (answer.isThrottlingException()) {
      return AwsErrors.LATER;
    }
    if (AwsErrors.isDenied(answer)) {
      return remedy(answer) + " (" + AwsErrors.missingRight(answer) + ")";
    }
    return told instanceof StoreException
            && AwsErrors.code(answer).equals("ResourceNotFoundException")
        ? AwsErrors.NOT_FOUND_REMEDY
        : told.remedy();
  }

  private static String firstLine(Exception problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
  }
}
