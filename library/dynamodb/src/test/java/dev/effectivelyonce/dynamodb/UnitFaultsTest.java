package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.fault;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A unit of work that is sent alone, and what DynamoDB makes of it. */
class UnitFaultsTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private final FlakyTable flaky = new FlakyTable(DYNAMO_DB);
  private final FlakyProxy proxy = flaky.proxy;
  private final DynamoDbClient client = flaky.client;
  private DynamoDbStore store = flaky.store;

  @AfterEach
  void disconnect() {
    flaky.close();
  }

  @Test
  void nothingToWriteTakesNoRequest() {
    int before = proxy.requests();

    CommitResult result = commit(new Commit.Unrecorded(new Owner("a"), UnitOfWork.empty()));

    assertThat(result).isEqualTo(new CommitResult.Committed(StoredResult.none()));
    assertThat(proxy.requests()).isEqualTo(before);
  }

  @Test
  void aThrottledUnitIsAFaultOfTheStoreAndNotOfItsEvent() {
    int attempts = CallBounds.forLambda().attempts();
    proxy.answerNext(attempts, 400, "ProvisionedThroughputExceededException", "slow down");

    assertThat(fault(() -> commit(atOnce(StoredResult.none()))).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aUnitThatMeetsAnotherTransactionIsAFaultOfTheStoreToo() {
    proxy.answerNext(
        1,
        400,
        """
        {"__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
         "Message": "Transaction cancelled",
         "CancellationReasons": [{"Code": "TransactionConflict"}]}
        """);

    assertThat(fault(() -> commit(atOnce(StoredResult.none()))).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aSingleShotSaysThatItsResultWasTooLarge() {
    Commit.AtOnce large = atOnce(new StoredResult.Text("x".repeat(FittedRecord.MAX_BYTES + 1)));

    Omitted omitted = new Omitted(Reason.TOO_LARGE, FittedRecord.MAX_BYTES + 1);

    assertThat(commit(large)).isEqualTo(new CommitResult.Committed(omitted));

    assertThat(store.find(large.claim().id()).orElseThrow().result()).isEqualTo(omitted);
  }

  @Test
  void aTableOfAnotherAccountThanTheRecordsIsRefusedWithoutARecordToo() {
    String table = "arn:aws:dynamodb:" + client.serviceClientConfiguration().region().id() + ":";
    store = new DynamoDbStore(client, table + "111111111111:table/records");
    UnitOfWork elsewhere =
        UnitOfWork.empty()
            .delete(
                delete ->
                    delete
                        .tableName(table + "222222222222:table/stock")
                        .key(Map.of("sku", fromS("a"))));

    assertThat(commit(new Commit.Unrecorded(new Owner("a"), elsewhere)))
        .isInstanceOfSatisfying(
            CommitResult.EffectRefused.class,
            it -> assertThat(it.outcome()).asString().contains("another account or Region"));
  }

  private CommitResult commit(Commit commit) {
    return store.transactions().orElseThrow().commit(commit);
  }

  private static Commit.AtOnce atOnce(StoredResult result) {
    return new Commit.AtOnce(claim(), result, UnitOfWork.empty());
  }

  private static Claim claim() {
    return Records.claim("a", "order-1");
  }
}
