package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.template.TableResource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Creates tables as the template describes them. */
final class TableCreation {
  private final DynamoDbClient dynamoDb;

  TableCreation(DynamoDbClient dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  void create(List<TableResource> tables) {
    tables.forEach(this::create);
  }

  private void create(TableResource table) {
    dynamoDb.createTable(
        request ->
            request
                .tableName(table.name())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(table.key().stream().map(TableCreation::key).toList())
                .attributeDefinitions(
                    table.key().stream().map(TableCreation::definition).toList()));
    table.timeToLiveAttribute().ifPresent(attribute -> expireBy(table, attribute));
  }

  private void expireBy(TableResource table, String attribute) {
    dynamoDb.updateTimeToLive(
        request ->
            request
                .tableName(table.name())
                .timeToLiveSpecification(ttl -> ttl.attributeName(attribute).enabled(true)));
  }

  private static KeySchemaElement key(TableResource.KeyPart part) {
    return KeySchemaElement.builder().attributeName(part.attribute()).keyType(part.role()).build();
  }

  private static AttributeDefinition definition(TableResource.KeyPart part) {
    return AttributeDefinition.builder()
        .attributeName(part.attribute())
        .attributeType(part.type())
        .build();
  }
}
