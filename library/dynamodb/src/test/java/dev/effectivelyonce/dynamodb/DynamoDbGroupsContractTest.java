package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@TestInstance(Lifecycle.PER_CLASS)
class DynamoDbGroupsContractTest extends GroupWriterContract {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private DynamoDbClient client;

  @BeforeAll
  void connect() {
    client = DYNAMO_DB.client();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return new DynamoDbStore(client, DYNAMO_DB.newTable(client));
  }
}
