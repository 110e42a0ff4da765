package dev.effectivelyonce.dynamodb;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.extension.Extension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** DynamoDB Local in this JVM, in memory, started once for all tests, on a free loopback port. */
final class LocalDynamoDb implements Extension {
  private record Running(Server server, Logger quieted, AtomicInteger tables) {}

  /** Up as long as its JVM: what runs each test by itself (PIT) would start it for each. */
  private static final class Engine {
    static final Running RUNNING = start();
  }

  static final CallBounds PATIENT =
      new CallBounds(
          Duration.ofMinutes(1), Duration.ofSeconds(20), CallBounds.forLambda().attempts());

  URI endpoint() {
    return Engine.RUNNING.server().getURI();
  }

  /**
   * A client with the production settings, but patient: on a busy machine an attempt to create a
   * table that is given up and repeated would find the table made.
   */
  DynamoDbClient client() {
    return client(endpoint(), PATIENT);
  }

  static DynamoDbClient client(URI endpoint, CallBounds bounds) {
    return builder(endpoint, bounds).build();
  }

  static DynamoDbClientBuilder builder(URI endpoint, CallBounds bounds) {
    return DynamoDbClients.builder(bounds)
        .endpointOverride(endpoint)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }

  /** A new table as the design has it; returns its name. */
  String newTable(DynamoDbClient client) {
    String name = nextName();
    client.createTable(
        table ->
            table
                .tableName(name)
                .attributeDefinitions(
                    definition(Attributes.ID),
                    definition(Attributes.LISTING),
                    definition(Attributes.UPDATED_AT, ScalarAttributeType.N))
                .keySchema(partitionKey(Attributes.ID))
                .globalSecondaryIndexes(listing())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    return name;
  }

  private static GlobalSecondaryIndex listing() {
    return GlobalSecondaryIndex.builder()
        .indexName(Attributes.LISTING_INDEX)
        .keySchema(
            partitionKey(Attributes.LISTING),
            KeySchemaElement.builder()
                .attributeName(Attributes.UPDATED_AT)
                .keyType(KeyType.RANGE)
                .build())
        .projection(it -> it.projectionType(ProjectionType.KEYS_ONLY))
        .build();
  }

  String newTable(DynamoDbClient client, String key, ScalarAttributeType type) {
    String name = nextName();
    client.createTable(
        table ->
            table
                .tableName(name)
                .attributeDefinitions(definition(key, type))
                .keySchema(partitionKey(key))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    return name;
  }

  /** A new table of outgoing messages; returns its name. */
  String newOutbox(DynamoDbClient client) {
    String name = nextName();
    client.createTable(
        table ->
            table
                .tableName(name)
                .attributeDefinitions(
                    definition(OutboxItem.LANE_ATTRIBUTE), definition(OutboxItem.ID_ATTRIBUTE))
                .keySchema(
                    partitionKey(OutboxItem.LANE_ATTRIBUTE),
                    KeySchemaElement.builder()
                        .attributeName(OutboxItem.ID_ATTRIBUTE)
                        .keyType(KeyType.RANGE)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    return name;
  }

  private String nextName() {
    return "records-" + Engine.RUNNING.tables().incrementAndGet();
  }

  static AttributeDefinition definition(String name) {
    return definition(name, ScalarAttributeType.S);
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement partitionKey(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static Running start() {
    Logger sqlite = Logger.getLogger("com.almworks.sqlite4java");
    sqlite.setLevel(Level.OFF);
    try {
      Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.setHandler(
          new LocalDynamoDBServerHandler(
              new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
      server.start();
      return new Running(server, sqlite, new AtomicInteger());
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not start", e);
    }
  }
}
