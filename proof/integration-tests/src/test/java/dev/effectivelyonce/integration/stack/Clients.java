package dev.effectivelyonce.integration.stack;

import dev.effectivelyonce.integration.environment.LocalStack;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients of one LocalStack. */
public record Clients(
    CloudFormationClient cloudFormation,
    CloudWatchClient cloudWatch,
    DynamoDbClient dynamoDb,
    EventBridgeClient eventBridge,
    LambdaClient lambda,
    SqsClient sqs) {
  private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

  static Clients at(URI endpoint) {
    return at(endpoint, LocalStack.ACCESS_KEY);
  }

  /** Clients of the LocalStack at an endpoint, with an access key. */
  public static Clients at(URI endpoint, String accessKey) {
    return new Clients(
        client(CloudFormationClient.builder(), endpoint, accessKey),
        client(CloudWatchClient.builder(), endpoint, accessKey),
        client(DynamoDbClient.builder(), endpoint, accessKey),
        client(EventBridgeClient.builder(), endpoint, accessKey),
        client(LambdaClient.builder(), endpoint, accessKey),
        client(SqsClient.builder(), endpoint, accessKey));
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      B builder, URI endpoint, String accessKey) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(LocalStack.REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(accessKey, LocalStack.SECRET_KEY)))
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(LONGEST_CALL))
        .build();
  }
}
