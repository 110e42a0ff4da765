package dev.effectivelyonce.benchmarks.engine;

import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Clients of one kind for every subject: the HTTP client that both libraries use by default, and
 * bounds for each call, as this library's clients have them.
 */
public final class Clients {
  /** Longer than any call of a benchmark takes, on the busiest machine. */
  private static final Duration CALL = Duration.ofMinutes(2);

  private static final Duration ATTEMPT = Duration.ofMinutes(1);

  private Clients() {}

  /** A client of the engine. */
  public static DynamoDbClient of(URI endpoint) {
    return of(endpoint, UrlConnectionHttpClient.builder().socketTimeout(ATTEMPT).build(), bounds());
  }

  /** A client of the engine whose requests are watched. */
  public static DynamoDbClient of(
      URI endpoint, UnaryOperator<SdkHttpClient> around, ExecutionInterceptor interceptor) {
    return of(
        endpoint,
        around.apply(UrlConnectionHttpClient.builder().socketTimeout(ATTEMPT).build()),
        bounds().addExecutionInterceptor(interceptor));
  }

  /** A client whose requests go nowhere. */
  public static DynamoDbClient of(SdkHttpClient http) {
    return of(URI.create("http://127.0.0.1:1"), http, bounds());
  }

  private static DynamoDbClient of(
      URI endpoint, SdkHttpClient http, ClientOverrideConfiguration.Builder overrides) {
    return DynamoDbClient.builder()
        .defaultsMode(DefaultsMode.STANDARD)
        .httpClient(http)
        .overrideConfiguration(overrides.build())
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  private static ClientOverrideConfiguration.Builder bounds() {
    return ClientOverrideConfiguration.builder()
        .apiCallTimeout(CALL)
        .apiCallAttemptTimeout(ATTEMPT);
  }
}
