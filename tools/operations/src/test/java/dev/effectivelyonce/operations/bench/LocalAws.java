package dev.effectivelyonce.operations.bench;

import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** DynamoDB Local and ElasticMQ in this JVM, started once for all tests, on free loopback ports. */
public final class LocalAws implements BeforeAllCallback {
  public static final String ACCOUNT = "123456789012";
  public static final String ARN = "arn:aws:sqs:us-east-1:" + ACCOUNT + ":";

  /** The running engines; JUnit closes them at the end. */
  public record Running(
      SQSRestServer sqsServer,
      DynamoDbClient dynamoDb,
      SqsClient sqs,
      URI sqsEndpoint,
      AtomicInteger names)
      implements AutoCloseable {
    @Override
    public void close() {
      sqs.close();
      sqsServer.stopAndWait();
    }

    public URI dynamoDbEndpoint() {
      return URI.create("http://127.0.0.1:" + LocalDynamoDb.endpoint().getPort());
    }

    /** A name that no other test has. */
    public String name(String prefix) {
      return prefix + "-" + names.incrementAndGet();
    }

    public String table() {
      return LocalDynamoDb.newTable();
    }

    /** A table with another key, and no index. */
    public String plainTable(String key) {
      return LocalDynamoDb.newTable(key);
    }

    /** A queue, and its dead-letter queue, which has "-dead" behind its name. */
    public String queue(Map<String, String> attributes) {
      String name = name("orders");
      sqs.createQueue(
          request ->
              request
                  .queueName(name + "-dead")
                  .attributesWithStrings(Map.of("MessageRetentionPeriod", "1209600")));
      sqs.createQueue(
          request -> request.queueName(name).attributesWithStrings(redriven(name, attributes)));
      return name;
    }

    private static Map<String, String> redriven(String name, Map<String, String> attributes) {
      Map<String, String> all = new HashMap<>(attributes);
      all.put(
          "RedrivePolicy",
          "{\"deadLetterTargetArn\":\"%s-dead\",\"maxReceiveCount\":\"20\"}".formatted(ARN + name));
      return all;
    }
  }

  private Optional<Running> running = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        Optional.of(
            context
                .getRoot()
                .getStore(Namespace.create(LocalAws.class))
                .computeIfAbsent(Running.class, key -> start(), Running.class));
  }

  public Running running() {
    return running.orElseThrow();
  }

  private static Running start() {
    SQSRestServer sqs =
        SQSRestServerBuilder.withInterface("127.0.0.1")
            .withDynamicPort()
            .withAWSRegion("us-east-1")
            .withAWSAccountId(ACCOUNT)
            .start();
    URI sqsEndpoint =
        URI.create("http://127.0.0.1:" + sqs.waitUntilStarted().localAddress().getPort());
    return new Running(
        sqs, LocalDynamoDb.client(), sqsClient(sqsEndpoint), sqsEndpoint, new AtomicInteger());
  }

  private static SqsClient sqsClient(URI endpoint) {
    return SqsClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }
}
