package dev.effectivelyonce.cli.aws;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The clients of a command, each made when it is first needed. For one thread. */
public final class Clients implements AutoCloseable {
  // Longer than the longest poll of a queue.
  private static final Duration SOCKET = Duration.ofSeconds(30);
  private static final Duration CALL = Duration.ofSeconds(60);

  private final Connection connection;
  private final Map<Service, SdkClient> made = new EnumMap<>(Service.class);

  /** Clients of a connection. */
  public Clients(Connection connection) {
    this.connection = connection;
  }

  /** Of stacks. */
  public CloudFormationClient cloudFormation() {
    return client(
        Service.CLOUDFORMATION, CloudFormationClient.class, CloudFormationClient::builder);
  }

  /** Of tables. */
  public DynamoDbClient dynamoDb() {
    return client(Service.DYNAMODB, DynamoDbClient.class, DynamoDbClient::builder);
  }

  /** Of functions. */
  public LambdaClient lambda() {
    return client(Service.LAMBDA, LambdaClient.class, LambdaClient::builder);
  }

  /** Of queues. */
  public SqsClient sqs() {
    return client(Service.SQS, SqsClient.class, SqsClient::builder);
  }

  @Override
  public void close() {
    List<SdkClient> all = new ArrayList<>(made.values());
    made.clear();
    all.forEach(SdkClient::close);
  }

  private <C extends SdkClient, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>>
      C client(Service service, Class<C> type, Supplier<B> builder) {
    return type.cast(made.computeIfAbsent(service, key -> configured(key, builder.get())));
  }

  private <C extends SdkClient, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>>
      C configured(Service service, B builder) {
    builder
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(SOCKET))
        .overrideConfiguration(overrides -> overrides.apiCallTimeout(CALL))
        .credentialsProvider(credentials(service));
    connection.endpoint(service).ifPresent(builder::endpointOverride);
    region(service).map(Region::of).ifPresent(builder::region);
    return builder.build();
  }

  /** A service on this machine has no region, but its requests are signed for one. */
  private Optional<String> region(Service service) {
    if (connection.region().isPresent() || !connection.isLocal(service)) {
      return connection.region();
    }
    return Optional.of("us-east-1");
  }

  private AwsCredentialsProvider credentials(Service service) {
    if (connection.profile().isPresent()) {
      return ProfileCredentialsProvider.create(connection.profile().get());
    }
    return connection.isLocal(service)
        ? AwsCredentialsProviderChain.of(
            EnvironmentVariableCredentialsProvider.create(),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        : DefaultCredentialsProvider.builder().build();
  }
}
