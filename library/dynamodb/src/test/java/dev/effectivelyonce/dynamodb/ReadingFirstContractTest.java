package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The first group after one of copies: its claims are read first. */
@TestInstance(Lifecycle.PER_CLASS)
class ReadingFirstContractTest extends GroupWriterContract {
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
    DynamoDbStore store = new DynamoDbStore(client, DYNAMO_DB.newTable(client));
    store.claim(Records.claim("a", "copy"));
    store
        .groups()
        .orElseThrow()
        .write(
            List.of(new Write.Claim(Records.claim("b", "copy"))),
            (index, result) -> assertThat(result).isPresent());
    return store;
  }
}
