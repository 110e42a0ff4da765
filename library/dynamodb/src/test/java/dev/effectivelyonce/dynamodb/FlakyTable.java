package dev.effectivelyonce.dynamodb;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table of its own behind a proxy that can spoil requests, and a patient client. */
final class FlakyTable implements AutoCloseable {
  final FlakyProxy proxy;
  final DynamoDbClient client;
  final String name;
  final DynamoDbStore store;

  FlakyTable(LocalDynamoDb dynamoDb) {
    proxy = new FlakyProxy(dynamoDb.endpoint());
    client = LocalDynamoDb.client(proxy.endpoint(), LocalDynamoDb.PATIENT);
    name = dynamoDb.newTable(client);
    store = new DynamoDbStore(client, name);
  }

  @Override
  public void close() {
    client.close();
    proxy.close();
  }
}
