package dev.effectivelyonce.powertools;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.extension.Extension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** DynamoDB Local in this JVM, in memory, started once for all tests, with tables as documented. */
final class LocalTable implements Extension {
  private record Running(
      Server server, DynamoDbClient client, Logger quieted, AtomicInteger tables) {}

  /** Up as long as its JVM: what runs each test by itself (PIT) would start it for each. */
  private static final class Engine {
    static final Running RUNNING = start();
  }

  DynamoDbClient client() {
    return Engine.RUNNING.client();
  }

  /** A new table, with the key that both libraries have by default. */
  String create() {
    String name = "records-" + Engine.RUNNING.tables().incrementAndGet();
    client()
        .createTable(
            table ->
                table
                    .tableName(name)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build())
                    .billingMode(BillingMode.PAY_PER_REQUEST));
    return name;
  }

  /** Powertools' own store. */
  BasePersistenceStore powertools(String table) {
    return DynamoDBPersistenceStore.builder()
        .withDynamoDbClient(client())
        .withTableName(table)
        .build();
  }

  /** The only item of a table. */
  Map<String, AttributeValue> item(String table) {
    return client().scan(scan -> scan.tableName(table)).items().getFirst();
  }

  /** An attribute of the only item of a table: a string, or a number as one. */
  String text(String table, String attribute) {
    return text(item(table), attribute);
  }

  static String text(Map<String, AttributeValue> item, String attribute) {
    AttributeValue value = Objects.requireNonNull(item.get(attribute));
    return value.s() == null ? value.n() : value.s();
  }

  /** Changes the only item of a table. */
  void change(String table, String attribute, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item(table));
    changed.put(attribute, value);
    client().putItem(put -> put.tableName(table).item(changed));
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
      return new Running(server, client(server), sqlite, new AtomicInteger());
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local does not start", e);
    }
  }

  private static DynamoDbClient client(Server server) {
    return DynamoDbClient.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .endpointOverride(server.getURI())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }
}
