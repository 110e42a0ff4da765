package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.problem.NoAnswerException;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Something that was looked up, or why it was not. */
sealed interface LookupResult<T> {
  /** What helps against most refusals. */
  String BY_HAND = "Grant the right if it is missing, or check it by hand; see docs/operator.md";

  /** The fact that was looked up. */
  record Value<T>(T value) implements LookupResult<T> {}

  /** The lookup failed. */
  record Unknown<T>(String why, String remedy) implements LookupResult<T> {}

  /** The service was not asked, for want of an endpoint. */
  record NotAsked<T>(Service service) implements LookupResult<T> {}

  /** Looks it up. Only what AWS or the network refuses is unknown; the rest is thrown. */
  static <T> LookupResult<T> lookUp(Supplier<T> call) {
    try {
      return new Value<>(call.get());
    } catch (AwsServiceException e) {
      return new Unknown<>(
          AwsErrors.isDenied(e)
              ? "the right " + AwsErrors.missingRight(e) + " is missing"
              : "it was refused with " + AwsErrors.code(e),
          BY_HAND);
    } catch (SdkException e) {
      return NoAnswerException.in(e)
          .map(it -> new Unknown<T>("nothing answers there", it.problem() + ": " + it.remedy()))
          .orElseGet(
              () ->
                  new Unknown<>(
                      "there is no usable answer (" + e.getClass().getSimpleName() + ")", BY_HAND));
    }
  }
}
