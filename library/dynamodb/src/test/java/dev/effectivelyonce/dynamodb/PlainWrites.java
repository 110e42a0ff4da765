package dev.effectivelyonce.dynamodb;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes that need no claim; the page when-no-claim-is-needed.md shows them. */
final class PlainWrites {
  private PlainWrites() {}

  static UpdateItemRequest transition(String table, String orderId, String from, String to) {
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(Map.of("id", AttributeValue.fromS(orderId)))
        .updateExpression("SET #state = :to")
        .conditionExpression("#state = :from")
        .expressionAttributeNames(Map.of("#state", "state"))
        .expressionAttributeValues(
            Map.of(":from", AttributeValue.fromS(from), ":to", AttributeValue.fromS(to)))
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  static PutItemRequest newerWins(String table, String customerId, String name, long version) {
    return PutItemRequest.builder()
        .tableName(table)
        .item(
            Map.of(
                "id", AttributeValue.fromS(customerId),
                "name", AttributeValue.fromS(name),
                "version", AttributeValue.fromN(Long.toString(version))))
        .conditionExpression("attribute_not_exists(id) OR #version < :version")
        .expressionAttributeNames(Map.of("#version", "version"))
        .expressionAttributeValues(Map.of(":version", AttributeValue.fromN(Long.toString(version))))
        .build();
  }

  static UpdateItemRequest absoluteSet(String table, String customerId, String email) {
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(Map.of("id", AttributeValue.fromS(customerId)))
        .updateExpression("SET email = :email")
        .expressionAttributeValues(Map.of(":email", AttributeValue.fromS(email)))
        .build();
  }

  static DeleteItemRequest deleteById(String table, String sessionId) {
    return DeleteItemRequest.builder()
        .tableName(table)
        .key(Map.of("id", AttributeValue.fromS(sessionId)))
        .build();
  }

  static DeleteItemRequest deleteVersion(String table, String sessionId, long version) {
    return DeleteItemRequest.builder()
        .tableName(table)
        .key(Map.of("id", AttributeValue.fromS(sessionId)))
        .conditionExpression("attribute_not_exists(id) OR #version <= :version")
        .expressionAttributeNames(Map.of("#version", "version"))
        .expressionAttributeValues(Map.of(":version", AttributeValue.fromN(Long.toString(version))))
        .build();
  }
}
