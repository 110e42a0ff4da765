package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.template.TableResource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** Creates tables as the template describes them. */
record TableCreation(DynamoDbClient dynamoDb) {
  void create(List<TableResource> tables) {
    tables.forEach(this::create);
  }

  private void create(TableResource table) {
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(table.name())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(schema(table.key()))
            .attributeDefinitions(
                table.keyAttributes().stream().map(TableCreation::definition).toList());
    if (!table.indexes().isEmpty()) {
      // DynamoDB refuses an empty list.
      request.globalSecondaryIndexes(table.indexes().stream().map(TableCreation::index).toList());
    }
    table
        .streamView()
        .ifPresent(
            view ->
                request.streamSpecification(
                    stream -> stream.streamEnabled(true).streamViewType(view)));
    dynamoDb.createTable(request.build());
    table.timeToLiveAttribute().ifPresent(attribute -> expireBy(table, attribute));
  }

  private void expireBy(TableResource table, String attribute) {
    dynamoDb.updateTimeToLive(
        request ->
            request
                .tableName(table.name())
                .timeToLiveSpecification(ttl -> ttl.attributeName(attribute).enabled(true)));
  }

  private static GlobalSecondaryIndex index(TableResource.Index index) {
    Projection.Builder projection = Projection.builder().projectionType(index.projection());
    if (!index.included().isEmpty()) {
      projection.nonKeyAttributes(index.included());
    }
    return GlobalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(schema(index.key()))
        .projection(projection.build())
        .build();
  }

  private static List<KeySchemaElement> schema(List<TableResource.KeyPart> key) {
    return key.stream().map(TableCreation::key).toList();
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
