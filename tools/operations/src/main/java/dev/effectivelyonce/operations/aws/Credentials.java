package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Credentials that were found, so that their absence is reported once and in a line. */
final class Credentials {
  private Credentials() {}

  /**
   * Returns the credentials of the profile; without a profile, those of the environment.
   *
   * @throws OperationException if there are none
   */
  static AwsCredentialsProvider found(Optional<String> profile) {
    AwsCredentialsProvider provider =
        profile
            .<AwsCredentialsProvider>map(ProfileCredentialsProvider::create)
            .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    try {
      provider.resolveCredentials();
      return provider;
    } catch (SdkClientException e) {
      throw profile.map(name -> noneIn(name, e)).orElseGet(() -> none(e));
    }
  }

  private static OperationException none(SdkClientException cause) {
    return OperationException.unreachable(
        "There are no credentials for AWS",
        "Set AWS_PROFILE or --profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        cause);
  }

  private static OperationException noneIn(String profile, SdkClientException cause) {
    return OperationException.unreachable(
        "There are no credentials for AWS in the profile \"" + profile + "\"",
        "Check --profile, and log in again if it needs that; --verbose shows the cause",
        cause);
  }
}
