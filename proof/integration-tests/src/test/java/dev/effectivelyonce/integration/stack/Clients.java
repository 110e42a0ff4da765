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
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients of one LocalStack. */
public record Clients(
    CloudFormationClient cloudFormation,
    DynamoDbClient dynamoDb,
    EventBridgeClient eventBridge,
    LambdaClient lambda,
    SqsClient sqs) {
  private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

  static Clients at(URI endpoint) {
    return new Clients(
        client(CloudFormationClient.builder(), endpoint),
        client(DynamoDbClient.builder(), endpoint),
        client(EventBridgeClient.builder(), endpoint),
        client(LambdaClient.builder(), endpoint),
        client(SqsClient.builder(), endpoint));
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      B builder, URI endpoint) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(LocalStack.REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(LocalStack.ACCESS_KEY, LocalStack.SECRET_KEY)))
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(LONGEST_CALL))
        .build();
  }
}
