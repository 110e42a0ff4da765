package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;

/** What a filter of seen keys could save at most in a group: docs/window.md has these figures. */
@TestInstance(Lifecycle.PER_CLASS)
class SeenKeysTest {
  private static final int GROUP = 20;

  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private final Meter meter = new Meter();
  private DynamoDbClient client;

  @BeforeAll
  void connect() {
    client =
        LocalDynamoDb.builder(DYNAMO_DB.endpoint(), LocalDynamoDb.PATIENT)
            .overrideConfiguration(overrides -> overrides.addExecutionInterceptor(meter))
            .build();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @ParameterizedTest(name = "{0} copies among 20: {1} as it is, {2} with a filter")
  @CsvSource({
    "0, 1/20/0, 1/20/0",
    "2, 2/20/2, 2/18/2",
    "18, 2/20/18, 2/2/18",
    "20, 2/20/20, 1/0/20"
  })
  void aCopyIsClaimedAndReadUnlessItIsKnownToBeOne(int copies, String asItIs, String filtered) {
    DynamoDbStore store = storeWithFirst(copies);
    assertThat(claiming(store, 0)).isEqualTo(asItIs);

    String other = DYNAMO_DB.newTable(client);
    claimFirst(new DynamoDbStore(client, other), copies);
    meter.reset();
    read(other, copies);
    claim(new DynamoDbStore(client, other), copies);
    assertThat(meter).hasToString(filtered);
  }

  @Test
  void afterAGroupOfCopiesTheNextReadsFirst() {
    DynamoDbStore store = storeWithFirst(GROUP);

    assertThat(claiming(store, 0)).isEqualTo("2/20/20");
    assertThat(claiming(store, 0)).isEqualTo("1/0/20");
    assertThat(claiming(store.endingBy(Records.LATER), 0)).isEqualTo("1/0/20");
    assertThat(claiming(store, GROUP - 5)).isEqualTo("1/0/5");
  }

  @Test
  void afterAGroupThatIsMostlyNewTheNextClaimsFirst() {
    DynamoDbStore store = storeWithFirst(GROUP / 2 + 1);

    assertThat(claiming(store, 0)).isEqualTo("2/20/11");
    assertThat(claiming(store, 9)).isEqualTo("1/0/11");
    assertThat(claimingOthers(store, "first")).isEqualTo("2/20/20");
    assertThat(claimingOthers(store, "second")).isEqualTo("1/20/0");
  }

  private DynamoDbStore storeWithFirst(int keys) {
    DynamoDbStore store = new DynamoDbStore(client, DYNAMO_DB.newTable(client));
    claimFirst(store, keys);
    return store;
  }

  private static void claimFirst(DynamoDbStore store, int keys) {
    IntStream.range(0, keys).forEach(key -> store.claim(claimOf("first", key)));
  }

  /** Returns what it takes to claim the keys from one on. */
  private String claiming(IdempotencyStore store, int from) {
    meter.reset();
    claim(store, from);
    return meter.toString();
  }

  private String claimingOthers(IdempotencyStore store, String prefix) {
    meter.reset();
    write(
        store,
        IntStream.range(0, GROUP)
            .<Write.Groupable>mapToObj(i -> new Write.Claim(Records.claim("next", prefix + i)))
            .toList());
    return meter.toString();
  }

  private static void claim(IdempotencyStore store, int from) {
    write(
        store,
        IntStream.range(from, GROUP)
            .<Write.Groupable>mapToObj(key -> new Write.Claim(claimOf("next", key)))
            .toList());
  }

  private static void write(IdempotencyStore store, List<Write.Groupable> claims) {
    if (!claims.isEmpty()) {
      store.groups().orElseThrow().write(claims, (index, result) -> assertThat(result).isPresent());
    }
  }

  private void read(String table, int keys) {
    if (keys > 0) {
      client.batchGetItem(
          new RequestFactory(table, Listing.DOUBTFUL)
              .find(IntStream.range(0, keys).mapToObj(key -> claimOf("next", key).id()).toList()));
    }
  }

  private static Claim claimOf(String owner, int key) {
    return Records.claim(owner, "payment-" + key);
  }

  /** Counts requests, statements and keys that are read; a unit each for records under 1 KB. */
  private static final class Meter implements ExecutionInterceptor {
    private int requests;
    private int statements;
    private int reads;

    void reset() {
      requests = 0;
      statements = 0;
      reads = 0;
    }

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      requests++;
      switch (context.request()) {
        case BatchExecuteStatementRequest group -> statements += group.statements().size();
        case BatchGetItemRequest get ->
            get.requestItems().values().forEach(it -> reads += it.keys().size());
        default -> {}
      }
    }

    @Override
    public String toString() {
      return requests + "/" + statements + "/" + reads;
    }
  }
}
