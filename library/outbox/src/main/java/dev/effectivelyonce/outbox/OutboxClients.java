package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.DynamoDbClients;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The clients that an outbox in DynamoDB needs. A supplier is called when its client is needed.
 *
 * @param sqs supplies the SQS client; may return the same client each time
 * @param eventBridge supplies the EventBridge client; may return the same client each time
 */
public record OutboxClients(
    DynamoDbClient dynamoDb, Supplier<SqsClient> sqs, Supplier<EventBridgeClient> eventBridge) {

  /** Returns clients for the function's environment with a limit of {@code 4 s} for each call. */
  public static OutboxClients forLambda() {
    DestinationClients clients = DestinationClients.forLambda();
    return new OutboxClients(DynamoDbClients.forLambda(), clients.sqs(), clients.eventBridge());
  }

  DestinationClients ofDestinations() {
    return new DestinationClients(sqs, eventBridge);
  }
}
