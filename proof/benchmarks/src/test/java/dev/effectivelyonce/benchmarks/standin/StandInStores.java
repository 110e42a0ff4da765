package dev.effectivelyonce.benchmarks.standin;

import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stores over a stand-in that answers at once, each with a table of its own. */
final class StandInStores implements AutoCloseable {
  private final StandIn standIn = StandIn.start(0);
  private final DynamoDbClient client =
      Clients.of(URI.create("http://127.0.0.1:" + standIn.port()));
  private int tables;

  DynamoDbClient client() {
    return client;
  }

  String newTable() {
    String name = "records-" + tables++;
    Tables.create(client, name);
    return name;
  }

  DynamoDbStore empty() {
    return new DynamoDbStore(client, newTable());
  }

  @Override
  public void close() {
    client.close();
    standIn.close();
  }
}
