package dev.effectivelyonce.operations.aws;

import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.replay.FunctionInvoker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;

/** The clients of a context, each made when it is first needed. */
public final class Clients implements AutoCloseable {
  // Longer than the longest poll of a queue.
  private static final Duration SOCKET = Duration.ofSeconds(30);
  private static final Duration CALL = Duration.ofSeconds(60);

  /** How long nobody asks again who asks: each question may take its whole patience. */
  private static final Duration UNKNOWN = Duration.ofMinutes(1);

  private final Connection connection;
  private final ServiceTime time;
  private Optional<AwsCredentialsProvider> found = Optional.empty();
  private Optional<Caller> caller = Optional.empty();
  private Instant nextQuestion = Instant.MIN;
  private Optional<LambdaClient> invoking = Optional.empty();
  private final Map<Service, SdkClient> made = new EnumMap<>(Service.class);

  /**
   * Clients of a connection.
   *
   * @param clock of this machine
   */
  public Clients(Connection connection, Clock clock) {
    this.connection = connection;
    this.time = new ServiceTime(clock);
  }

  /** The time of the services, once one has answered. */
  public Clock clock() {
    return time;
  }

  /** Returns the client of stacks. */
  public CloudFormationClient cloudFormation() {
    return client(
        Service.CLOUDFORMATION, CloudFormationClient.class, CloudFormationClient::builder);
  }

  /** Returns the client of metrics and alarms. */
  public CloudWatchClient cloudWatch() {
    return client(Service.CLOUDWATCH, CloudWatchClient.class, CloudWatchClient::builder);
  }

  /** Returns the client of tables. */
  public DynamoDbClient dynamoDb() {
    return client(Service.DYNAMODB, DynamoDbClient.class, DynamoDbClient::builder);
  }

  /** Returns the client of functions. */
  public LambdaClient lambda() {
    return client(Service.LAMBDA, LambdaClient.class, LambdaClient::builder);
  }

  /** Returns the client that invokes functions: it waits for the longest and repeats nothing. */
  public synchronized LambdaClient invocations() {
    LambdaClient client =
        invoking.orElseGet(
            () ->
                configured(
                    Service.LAMBDA,
                    LambdaClient.builder(),
                    FunctionInvoker.LONGEST,
                    AwsRetryStrategy.doNotRetry()));
    invoking = Optional.of(client);
    return client;
  }

  /** Returns the client of queues. */
  public SqsClient sqs() {
    return client(Service.SQS, SqsClient.class, SqsClient::builder);
  }

  /**
   * Returns who asks, as AWS knows them; asked for once, or again after a minute if it is not known
   * then.
   */
  public synchronized Caller caller() {
    Caller known =
        caller
            .filter(it -> it.doubt().isEmpty() || time.instant().isBefore(nextQuestion))
            .orElseGet(this::asked);
    caller = Optional.of(known);
    return known;
  }

  private Caller asked() {
    Caller answer =
        isLeftOut(Service.STS)
            ? Caller.unknown("STS has no --endpoint")
            : Caller.of(client(Service.STS, StsClient.class, StsClient::builder));
    nextQuestion = time.instant().plus(UNKNOWN);
    return answer;
  }

  /**
   * Returns whether others have an endpoint on this machine and this service has none: it may be
   * AWS's.
   */
  public boolean isLeftOut(Service service) {
    return connection.isLeftOut(service);
  }

  @Override
  public synchronized void close() {
    List<SdkClient> all = new ArrayList<>(made.values());
    made.clear();
    invoking.ifPresent(all::add);
    invoking = Optional.empty();
    all.forEach(SdkClient::close);
  }

  private synchronized <
          C extends SdkClient, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>>
      C client(Service service, Class<C> type, Supplier<B> builder) {
    return type.cast(
        made.computeIfAbsent(
            service,
            // Three attempts: who waits for a command learns soon that a table throttles.
            key ->
                configured(
                    key,
                    builder.get(),
                    SOCKET,
                    AwsRetryStrategy.forRetryMode(RetryMode.STANDARD))));
  }

  private <C extends SdkClient, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>>
      C configured(Service service, B builder, Duration socket, RetryStrategy retries) {
    builder
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(socket))
        .overrideConfiguration(
            overrides -> {
              overrides
                  .apiCallTimeout(CALL)
                  .retryStrategy(retries)
                  .addExecutionInterceptor(new ReachabilityCheck(remedy(service)));
              // What runs on this machine has its clock.
              if (!connection.isLocal(service)) {
                overrides.addExecutionInterceptor(time);
              }
            })
        .region(region(service))
        .credentialsProvider(credentials(service));
    connection.endpoint(service).ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private String remedy(Service service) {
    return connection.endpoint(service).isPresent()
        ? "Is it running? Check --endpoint"
        : "Check the network and --region";
  }

  /** A service on this machine has no region, but its requests are signed for one. */
  private Region region(Service service) {
    return connection
        .region()
        .map(Region::of)
        .orElseGet(() -> connection.isLocal(service) ? Region.US_EAST_1 : ofProfile());
  }

  private Region ofProfile() {
    DefaultAwsRegionProviderChain.Builder regions = DefaultAwsRegionProviderChain.builder();
    connection.profile().ifPresent(regions::profileName);
    try {
      return regions.build().getRegion();
    } catch (SdkClientException e) {
      throw OperationException.unreachable(
          "No region is set", "Give --region, or set AWS_REGION", e);
    }
  }

  private AwsCredentialsProvider credentials(Service service) {
    return connection.isLocal(service) && connection.profile().isEmpty()
        ? AwsCredentialsProviderChain.of(
            EnvironmentVariableCredentialsProvider.create(),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        : found();
  }

  private AwsCredentialsProvider found() {
    AwsCredentialsProvider provider =
        found.orElseGet(() -> Credentials.found(connection.profile()));
    found = Optional.of(provider);
    return provider;
  }
}
