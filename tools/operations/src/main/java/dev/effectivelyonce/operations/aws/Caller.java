package dev.effectivelyonce.operations.aws;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * The identity that asks. What an operator does at night must not wait for a name: an unknown one
 * will do.
 *
 * @param name the ARN of the identity, or why it is not known
 * @param doubt why it is not known; empty if it is
 */
public record Caller(String name, Optional<String> doubt) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  static Caller unknown(String doubt) {
    return new Caller("unknown (" + doubt + ")", Optional.of(doubt));
  }

  static Caller of(StsClient sts) {
    try {
      return Optional.ofNullable(
              sts.getCallerIdentity(
                      request -> request.overrideConfiguration(it -> it.apiCallTimeout(PATIENCE)))
                  .arn())
          .map(arn -> new Caller(arn, Optional.empty()))
          .orElseGet(() -> unknown("STS returned no identity"));
    } catch (SdkException e) {
      return unknown("STS did not answer");
    }
  }
}
