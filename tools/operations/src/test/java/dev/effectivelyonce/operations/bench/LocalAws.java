package dev.effectivelyonce.operations.bench;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.sqs.SqsClient;

/** DynamoDB Local and ElasticMQ in this JVM, started once for all tests, on free loopback ports. */
public final class LocalAws implements BeforeAllCallback {
  public static final String ACCOUNT = "123456789012";
  public static final String ARN = "arn:aws:sqs:us-east-1:" + ACCOUNT + ":";

  /** The running engines; JUnit closes them at the end. */
  public record Running(
      Server dynamoDbServer,
      SQSRestServer sqsServer,
      DynamoDbClient dynamoDb,
      SqsClient sqs,
      URI sqsEndpoint,
      Logger quieted,
      AtomicInteger names)
      implements AutoCloseable {
    @Override
    public void close() {
      dynamoDb.close();
      sqs.close();
      sqsServer.stopAndWait();
      try {
        dynamoDbServer.stop();
      } catch (Exception e) {
        throw new IllegalStateException("DynamoDB Local does not stop", e);
      }
    }

    public URI dynamoDbEndpoint() {
      return URI.create("http://127.0.0.1:" + dynamoDbServer.getURI().getPort());
    }

    /** A name that no other test has. */
    public String name(String prefix) {
      return prefix + "-" + names.incrementAndGet();
    }

    public String table() {
      String name = name("records");
      dynamoDb.createTable(
          table ->
              table
                  .tableName(name)
                  .attributeDefinitions(
                      definition("id", ScalarAttributeType.S),
                      definition("listing", ScalarAttributeType.S),
                      definition("updated_at", ScalarAttributeType.N))
                  .keySchema(part("id", KeyType.HASH))
                  .globalSecondaryIndexes(
                      GlobalSecondaryIndex.builder()
                          .indexName("listing")
                          .keySchema(
                              part("listing", KeyType.HASH), part("updated_at", KeyType.RANGE))
                          .projection(it -> it.projectionType(ProjectionType.KEYS_ONLY))
                          .build())
                  .billingMode(BillingMode.PAY_PER_REQUEST));
      return name;
    }

    /** A table with another key, and no index. */
    public String plainTable(String key) {
      String name = name("plain");
      dynamoDb.createTable(
          table ->
              table
                  .tableName(name)
                  .attributeDefinitions(definition(key, ScalarAttributeType.S))
                  .keySchema(part(key, KeyType.HASH))
                  .billingMode(BillingMode.PAY_PER_REQUEST));
      return name;
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

    private static AttributeDefinition definition(String name, ScalarAttributeType type) {
      return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
    }

    private static KeySchemaElement part(String name, KeyType type) {
      return KeySchemaElement.builder().attributeName(name).keyType(type).build();
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
    Logger sqlite = Logger.getLogger("com.almworks.sqlite4java");
    sqlite.setLevel(Level.OFF);
    Server dynamoDb = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try {
      dynamoDb.setHandler(
          new LocalDynamoDBServerHandler(
              new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
      dynamoDb.start();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not start", e);
    }
    SQSRestServer sqs =
        SQSRestServerBuilder.withInterface("127.0.0.1")
            .withDynamicPort()
            .withAWSRegion("us-east-1")
            .withAWSAccountId(ACCOUNT)
            .start();
    URI sqsEndpoint =
        URI.create("http://127.0.0.1:" + sqs.waitUntilStarted().localAddress().getPort());
    return new Running(
        dynamoDb,
        sqs,
        dynamoDbClient(dynamoDb.getURI().getPort()),
        sqsClient(sqsEndpoint),
        sqsEndpoint,
        sqlite,
        new AtomicInteger());
  }

  private static DynamoDbClient dynamoDbClient(int port) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.US_EAST_1)
        .credentialsProvider(credentials())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private static SqsClient sqsClient(URI endpoint) {
    return SqsClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(credentials())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private static StaticCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
  }
}
