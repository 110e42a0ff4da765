package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InterruptTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private DynamoDbClient client;
  private DynamoDbStore store;

  @BeforeEach
  void connect() {
    client = DYNAMO_DB.client();
    store = new DynamoDbStore(client, DYNAMO_DB.newTable(client));
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @Test
  void aWriteOfAnInterruptedThreadFailsAndKeepsTheInterrupt() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    Thread.currentThread().interrupt();

    StoreException fault =
        fault(() -> store.complete(mine, Records.RESULT, stampAt(Records.LATER)));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(fault).hasMessageContaining("interrupted");
  }

  @Test
  void theWriteSucceedsOnceTheInterruptIsCleared() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    Thread.currentThread().interrupt();
    fault(() -> store.complete(mine, Records.RESULT, stampAt(Records.LATER)));

    assertThat(Thread.interrupted()).isTrue();
    IdempotencyRecord done = written(store.complete(mine, Records.RESULT, stampAt(Records.LATER)));

    assertThat(store.find(mine.id())).contains(done);
  }
}
