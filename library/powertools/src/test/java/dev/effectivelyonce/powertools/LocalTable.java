package dev.effectivelyonce.powertools;

import com.amazonaws.services.dynamodbv2.local.embedded.DynamoDBEmbedded;
import com.amazonaws.services.dynamodbv2.local.shared.access.AmazonDynamoDBLocal;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
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
final class LocalTable implements BeforeAllCallback {
  /** The running engine; JUnit closes it at the end. */
  record Running(AmazonDynamoDBLocal engine, DynamoDbClient client, AtomicInteger tables)
      implements AutoCloseable {
    @Override
    public void close() {
      client.close();
      engine.shutdownNow();
    }
  }

  private @Nullable Running running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(Namespace.create(LocalTable.class))
            .computeIfAbsent(Running.class, key -> start(), Running.class);
  }

  DynamoDbClient client() {
    return running().client();
  }

  private Running running() {
    return Objects.requireNonNull(running, "Register this extension in a static field");
  }

  /** A new table, with the key that both libraries have by default. */
  String create() {
    String name = "records-" + running().tables().incrementAndGet();
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
                        KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
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

  /** Changes the only item of a table. */
  void change(String table, String attribute, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item(table));
    changed.put(attribute, value);
    client().putItem(put -> put.tableName(table).item(changed));
  }

  private static Running start() {
    AmazonDynamoDBLocal engine = DynamoDBEmbedded.create(true);
    return new Running(engine, engine.dynamoDbClient(), new AtomicInteger());
  }
}
