package dev.effectivelyonce.dynamodb;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.ReplicatedWriteConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Creates DynamoDB clients with calls that end long before a function's timeout. */
public final class DynamoDbClients {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(25);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
  private static final Duration FIRST_PAUSE_AFTER_THROTTLE = Duration.ofMillis(100);

  private DynamoDbClients() {}

  /** Returns a client with the limits of {@link CallBounds#forLambda()}. */
  public static DynamoDbClient forLambda() {
    return builder(CallBounds.forLambda()).build();
  }

  /**
   * Returns a client builder with the given limits, to which you can add settings. On Lambda,
   * region, endpoint ({@code AWS_ENDPOINT_URL_DYNAMODB}) and credentials come from the environment,
   * with and without SnapStart; elsewhere they come from the SDK's default chains. Nothing is
   * resolved or called before it is needed.
   */
  public static DynamoDbClientBuilder builder(CallBounds bounds) {
    return DynamoDbClient.builder()
        .defaultsMode(DefaultsMode.STANDARD)
        .credentialsProvider(credentials())
        .httpClientBuilder(http(bounds))
        .overrideConfiguration(overrides(bounds));
  }

  private static SdkHttpClient.Builder<?> http(CallBounds bounds) {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(bounds.attempt())
        .socketTimeout(bounds.attempt());
  }

  private static ClientOverrideConfiguration overrides(CallBounds bounds) {
    return ClientOverrideConfiguration.builder()
        .apiCallTimeout(bounds.call())
        .apiCallAttemptTimeout(bounds.attempt())
        .retryStrategy(retries(bounds))
        .build();
  }

  private static StandardRetryStrategy retries(CallBounds bounds) {
    return StandardRetryStrategy.builder()
        .maxAttempts(bounds.attempts())
        .backoffStrategy(BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE))
        .throttlingBackoffStrategy(
            BackoffStrategy.exponentialDelay(FIRST_PAUSE_AFTER_THROTTLE, LONGEST_PAUSE))
        .retryOnException(TransactionConflictException.class)
        .retryOnException(ReplicatedWriteConflictException.class)
        .build();
  }

  /** Tries the keys of the environment, then a container: with SnapStart, Lambda sets no keys. */
  private static AwsCredentialsProvider credentials() {
    return AwsCredentialsProviderChain.builder()
        .addCredentialsProvider(EnvironmentVariableCredentialsProvider.create())
        .addCredentialsProvider(ContainerCredentialsProvider.create())
        .addCredentialsProvider(DefaultCredentialsProvider.builder().build())
        .reuseLastProviderEnabled(true)
        .build();
  }
}
