package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;

/** What copies cost in a group: docs/completed-cache.md has these figures. */
class SeenKeysTest {
  private static final int GROUP = 20;

  private final Meter meter = new Meter();
  private final DynamoDbClient client = LocalDynamoDb.client(meter);

  @ParameterizedTest(name = "{0} copies among 20: {1}")
  @CsvSource({"0, 1/20/0", "2, 2/20/2", "18, 2/20/18", "20, 2/20/20"})
  void aCopyIsClaimedAndRead(int copies, String cost) {
    assertThat(claiming(storeWithFirst(copies), 0)).isEqualTo(cost);
  }

  @Test
  void afterAGroupOfCopiesTheNextReadsFirst() {
    DynamoDbStore store = storeWithFirst(GROUP);

    assertThat(claiming(store, 0)).isEqualTo("2/20/20");
    assertThat(claiming(store, 0)).isEqualTo("1/0/20");
    assertThat(claiming(store.withDeadline(Records.LATER), 0)).isEqualTo("1/0/20");
    assertThat(claiming(store, GROUP - 5)).isEqualTo("1/0/5");
  }

  @Test
  void afterAGroupThatIsMostlyNewTheNextClaimsFirst() {
    DynamoDbStore store = storeWithFirst(GROUP / 2 + 1);

    assertThat(claiming(store, 0)).isEqualTo("2/20/11");
    assertThat(claiming(store, 9)).isEqualTo("1/0/11");
    assertThat(claiming(store, "first", 0)).isEqualTo("2/20/20");
    assertThat(claiming(store, "second", 0)).isEqualTo("1/20/0");
  }

  private DynamoDbStore storeWithFirst(int keys) {
    DynamoDbStore store = new DynamoDbStore(client, LocalDynamoDb.newTable());
    IntStream.range(0, keys).forEach(key -> store.claim(Records.claim("first", "payment-" + key)));
    return store;
  }

  /** Returns what it takes to claim the keys from one on. */
  private String claiming(IdempotencyStore store, int from) {
    return claiming(store, "payment-", from);
  }

  private String claiming(IdempotencyStore store, String prefix, int from) {
    meter.reset();
    List<Write.Groupable> claims =
        IntStream.range(from, GROUP)
            .<Write.Groupable>mapToObj(key -> new Write.Claim(Records.claim("next", prefix + key)))
            .toList();
    store.groups().orElseThrow().write(claims, (index, result) -> assertThat(result).isPresent());
    return meter.toString();
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
