package dev.effectivelyonce.dynamodb;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** DynamoDB Local in this JVM, in memory, started once for all tests, on a free loopback port. */
public final class LocalDynamoDb {
  static final CallBounds PATIENT =
      new CallBounds(
          Duration.ofMinutes(1), Duration.ofMinutes(1), CallBounds.forLambda().attempts());

  private static final AtomicInteger TABLES = new AtomicInteger();

  /** Up as long as its JVM: what runs each test by itself (PIT) would start it for each. */
  private static final class Engine {
    private static final Logger QUIETED = Logger.getLogger("com.almworks.sqlite4java");
    static final URI ENDPOINT = start();
    static final DynamoDbClient CLIENT = LocalDynamoDb.client(ENDPOINT, PATIENT);

    private static URI start() {
      QUIETED.setLevel(Level.OFF);
      try {
        Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setHandler(
            new LocalDynamoDBServerHandler(
                new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
        server.start();
        return server.getURI();
      } catch (Exception e) {
        throw new IllegalStateException("DynamoDB Local does not start", e);
      }
    }
  }

  private LocalDynamoDb() {}

  public static URI endpoint() {
    return Engine.ENDPOINT;
  }

  /**
   * The client of all tests, with the production settings, but patient: on a busy machine an
   * attempt to create a table that is given up and repeated would find the table made.
   */
  public static DynamoDbClient client() {
    return Engine.CLIENT;
  }

  static DynamoDbClient client(URI endpoint, CallBounds bounds) {
    return builder(endpoint, bounds).build();
  }

  /** A client whose requests are watched. */
  static DynamoDbClient client(ExecutionInterceptor watching) {
    return builder(endpoint(), PATIENT)
        .overrideConfiguration(overrides -> overrides.addExecutionInterceptor(watching))
        .build();
  }

  private static DynamoDbClientBuilder builder(URI endpoint, CallBounds bounds) {
    return DynamoDbClients.builder(bounds)
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }

  /** A store in a new table. */
  static DynamoDbStore newStore() {
    return new DynamoDbStore(client(), newTable());
  }

  /** A new table as the design has it; returns its name. */
  public static String newTable() {
    GlobalSecondaryIndex listing =
        GlobalSecondaryIndex.builder()
            .indexName(Attributes.LISTING_INDEX)
            .keySchema(partitionKey(Attributes.LISTING), sortKey(Attributes.UPDATED_AT))
            .projection(it -> it.projectionType(ProjectionType.KEYS_ONLY))
            .build();
    return newTable(
        table ->
            table
                .attributeDefinitions(
                    definition(Attributes.ID, ScalarAttributeType.S),
                    definition(Attributes.LISTING, ScalarAttributeType.S),
                    definition(Attributes.UPDATED_AT, ScalarAttributeType.N))
                .keySchema(partitionKey(Attributes.ID))
                .globalSecondaryIndexes(listing));
  }

  /** A new table with this partition key alone, a string; returns its name. */
  public static String newTable(String key) {
    return newTable(key, ScalarAttributeType.S);
  }

  static String newTable(String key, ScalarAttributeType type) {
    return newTable(
        table -> table.attributeDefinitions(definition(key, type)).keySchema(partitionKey(key)));
  }

  /** A new table of outgoing messages; returns its name. */
  public static String newOutbox() {
    return newTable(
        table ->
            table
                .attributeDefinitions(
                    definition(OutboxItem.LANE_ATTRIBUTE, ScalarAttributeType.S),
                    definition(OutboxItem.ID_ATTRIBUTE, ScalarAttributeType.S))
                .keySchema(
                    partitionKey(OutboxItem.LANE_ATTRIBUTE), sortKey(OutboxItem.ID_ATTRIBUTE)));
  }

  /** The item of a table with this key, as it is now; empty where there is none. */
  static Map<String, AttributeValue> item(String table, String key, String value) {
    return client()
        .getItem(
            get ->
                get.tableName(table)
                    .key(Map.of(key, AttributeValue.fromS(value)))
                    .consistentRead(true))
        .item();
  }

  static void put(String table, Map<String, AttributeValue> item) {
    client().putItem(put -> put.tableName(table).item(item));
  }

  private static String newTable(Consumer<CreateTableRequest.Builder> keys) {
    String name = "records-" + TABLES.incrementAndGet();
    client()
        .createTable(
            table ->
                table.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST).applyMutation(keys));
    return name;
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement partitionKey(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static KeySchemaElement sortKey(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.RANGE).build();
  }
}
