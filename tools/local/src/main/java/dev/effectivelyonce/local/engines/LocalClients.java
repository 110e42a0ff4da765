package dev.effectivelyonce.local.engines;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients of the engines. */
public final class LocalClients {
  /** The credentials that every client may use; the engines check none. */
  public static final String ACCESS_KEY = "local";

  /** The secret that goes with {@link #ACCESS_KEY}. */
  public static final String SECRET_KEY = "local";

  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

  private LocalClients() {}

  static DynamoDbClient dynamoDb(URI endpoint, String region) {
    return client(DynamoDbClient.builder(), endpoint, region);
  }

  /** A client of the streams of the DynamoDB that answers there. */
  public static DynamoDbStreamsClient streams(URI endpoint, String region) {
    return client(DynamoDbStreamsClient.builder(), endpoint, region);
  }

  /** A client of the SQS that answers there. */
  public static SqsClient sqs(URI endpoint, String region) {
    return client(SqsClient.builder(), endpoint, region);
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      B builder, URI endpoint, String region) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
        .httpClient(UrlConnectionHttpClient.builder().socketTimeout(LONGEST_POLL).build())
        .build();
  }
}
