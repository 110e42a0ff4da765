package dev.effectivelyonce.benchmarks.engine;

import dev.effectivelyonce.dynamodb.CallBounds;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Clients that differ in nothing but what is measured. */
public final class Clients {
  /** Bounds that no call of a benchmark meets, on the busiest machine. */
  private static final CallBounds PATIENT =
      new CallBounds(Duration.ofMinutes(2), Duration.ofMinutes(1), 1);

  private Clients() {}

  /** A client as the library's own, of an HTTP client between it and the engine. */
  public static DynamoDbClient of(
      URI endpoint, UnaryOperator<SdkHttpClient> around, ExecutionInterceptor interceptor) {
    return builder(endpoint, around.apply(UrlConnectionHttpClient.builder().build()))
        .overrideConfiguration(it -> it.addExecutionInterceptor(interceptor))
        .build();
  }

  /** A client that nothing measures. */
  public static DynamoDbClient of(URI endpoint, SdkHttpClient http) {
    return builder(endpoint, http).build();
  }

  private static DynamoDbClientBuilder builder(URI endpoint, SdkHttpClient http) {
    return DynamoDbClients.builder(PATIENT)
        .httpClient(http)
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }
}
