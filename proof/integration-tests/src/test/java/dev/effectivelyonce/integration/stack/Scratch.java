package dev.effectivelyonce.integration.stack;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Queues and tables of a test's own, beside those of the stack. */
public final class Scratch implements AutoCloseable {
  private final Clients clients;
  private final List<String> queues = new ArrayList<>();
  private final List<String> tables = new ArrayList<>();

  /** Makes nothing yet. */
  public Scratch(Clients clients) {
    this.clients = clients;
  }

  /** Makes a queue and returns its URL. */
  public String queue(String name) {
    String url = clients.sqs().createQueue(create -> create.queueName(name)).queueUrl();
    queues.add(url);
    return url;
  }

  /** Makes a table with the key of records, protected from deletion, and returns its name. */
  public String table(String name) {
    clients
        .dynamoDb()
        .createTable(
            create ->
                create
                    .tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .deletionProtectionEnabled(true)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build()));
    tables.add(name);
    return name;
  }

  /** Whether a table is protected from deletion. */
  public boolean isProtected(String table) {
    return clients
        .dynamoDb()
        .describeTable(describe -> describe.tableName(table))
        .table()
        .deletionProtectionEnabled();
  }

  /** Removes what is still there. */
  @Override
  public void close() {
    queues.forEach(
        url -> {
          try {
            clients.sqs().deleteQueue(delete -> delete.queueUrl(url));
          } catch (QueueDoesNotExistException e) {
            // The test deleted it.
          }
        });
    tables.forEach(
        table -> {
          try {
            clients
                .dynamoDb()
                .updateTable(it -> it.tableName(table).deletionProtectionEnabled(false));
            clients.dynamoDb().deleteTable(delete -> delete.tableName(table));
          } catch (ResourceNotFoundException e) {
            // The test deleted it.
          }
        });
  }
}
