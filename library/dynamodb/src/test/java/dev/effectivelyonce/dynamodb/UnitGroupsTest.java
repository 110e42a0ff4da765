package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How many requests a group takes, and what becomes of commits that do not go together. */
class UnitGroupsTest {
  private static final Optional<CommitResult> COMMITTED =
      Optional.of(new CommitResult.Committed(RESULT));
  private static final int TEN = 10;

  private final FlakyTable records = new FlakyTable();
  private final FlakyProxy proxy = records.proxy;
  private final String stock = LocalDynamoDb.newTable("sku");

  @Test
  void tenTakeOneRequest() {
    assertThat(requestsOf(orders(TEN))).isEqualTo(1);
  }

  @Test
  void tenOfWhichOneIsADuplicateTakeTwo() {
    commit(order("order-7", "first"));

    assertThat(requestsOf(orders(TEN))).isEqualTo(2);

    assertThat(IntStream.range(0, TEN)).allMatch(i -> isThere("order-" + i));
  }

  @Test
  void duplicatesAloneTakeOneAndLearnWhatRefusedThem() {
    commit(orders(TEN));
    Commit.AtOnce[] rivals =
        IntStream.range(0, TEN)
            .mapToObj(i -> order("order-" + i, "rival-" + i))
            .toArray(Commit.AtOnce[]::new);
    int before = proxy.requests();

    assertThat(commit(rivals)).allMatch(it -> it.orElseThrow() instanceof CommitResult.Refused);

    assertThat(proxy.requests() - before).isEqualTo(1);
  }

  @Test
  void whatDynamoDbRefusesAsAWholeIsLeftToEachAlone() {
    UnitOfWork shared = puts("shared", 1);

    assertThat(
            commit(
                atOnce("order-1", "a", shared),
                atOnce("order-2", "b", shared),
                order("order-3", "c")))
        .containsOnly(Optional.empty());

    assertThat(isThere("order-3")).isFalse();
  }

  @Test
  void moreThanATransactionTakesIsLeftAlone() {
    assertThat(
            commit(
                atOnce("order-1", "a", puts("a", 50)),
                atOnce("order-2", "b", puts("b", 50)),
                atOnce("order-3", "c", puts("c", 40))))
        .containsExactly(COMMITTED, Optional.empty(), COMMITTED);
  }

  @Test
  void effectsOfAnotherStoreOrWithoutAValueAreTheirOwnMessagesTrouble() {
    Map<String, AttributeValue> broken = new HashMap<>(Map.of("sku", fromS("a")));
    broken.put("note", null);
    UnitOfWork valueless = UnitOfWork.empty().put(put -> put.tableName(stock).item(broken));

    assertThat(
            commit(
                atOnce("order-1", "a", new Effects() {}),
                order("order-2", "b"),
                atOnce("order-3", "c", valueless)))
        .containsExactly(Optional.empty(), COMMITTED, Optional.empty());
  }

  @Test
  void aRecordThatCanNotBeReadIsItsOwnMessagesTrouble() {
    records.client.putItem(
        put ->
            put.tableName(records.name)
                .item(
                    Map.of(
                        "id",
                        fromS(Records.claim("a", "order-1").id().value()),
                        "status",
                        fromS("OF_A_LATER_RELEASE"))));

    assertThat(commit(order("order-1", "a"), order("order-2", "b")))
        .containsExactly(Optional.empty(), COMMITTED);
  }

  @Test
  void whatAnotherTransactionHoldsIsLeftAlone() {
    records.cancel("None", "None", "TransactionConflict", "None");

    assertThat(commit(orders(2))).containsExactly(COMMITTED, Optional.empty());
  }

  /** It does not say why, or blames none of them: no reason to try for ever. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void aCancellationThatBlamesNoneIsLeftToEachAlone(int reasons) {
    records.cancel(Collections.nCopies(reasons, "None").toArray(String[]::new));

    assertThat(commit(orders(2))).containsOnly(Optional.empty());
  }

  @Test
  void aThrottledGroupFailsAsAWhole() {
    records.throttle();

    assertThat(fault(() -> commit(orders(2))).kind()).isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void singleShotsOfABatchShareATransaction() {
    Shop shop = new Shop();
    SqsConsumer<Order> consumer =
        shop.builder((order, delivery) -> HandlerResult.commit(UnitOfWork.empty()))
            .claims(ClaimMode.SINGLE_SHOT)
            .build();
    SqsRecord[] batch =
        IntStream.range(0, TEN)
            .mapToObj(i -> Shop.message("m-" + i, "O-" + i))
            .toArray(SqsRecord[]::new);

    assertThat(shop.deliver(consumer, batch)).isEmpty();

    assertThat(shop.proxy.requests()).isLessThan(TEN);
    assertThat(IntStream.range(0, TEN))
        .allMatch(i -> shop.record("O-" + i).status() == Status.COMPLETED);
  }

  private int requestsOf(Commit.AtOnce... commits) {
    int before = proxy.requests();
    commit(commits);
    return proxy.requests() - before;
  }

  /** Answers of the group itself. */
  private List<Optional<CommitResult>> commit(Commit.AtOnce... commits) {
    Map<Integer, Optional<CommitResult>> answers = new TreeMap<>();
    records
        .store
        .transactions()
        .orElseThrow()
        .commitGroups()
        .orElseThrow()
        .commit(List.of(commits), answers::put);
    return List.copyOf(answers.values());
  }

  private Commit.AtOnce[] orders(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> order("order-" + i, "owner-" + i))
        .toArray(Commit.AtOnce[]::new);
  }

  private Commit.AtOnce order(String key, String owner) {
    return atOnce(key, owner, puts(key, 1));
  }

  private static Commit.AtOnce atOnce(String key, String owner, Effects effects) {
    return new Commit.AtOnce(Records.claim(owner, key), RESULT, effects);
  }

  private UnitOfWork puts(String prefix, int items) {
    return IntStream.range(0, items)
        .mapToObj(i -> Map.of("sku", fromS(items == 1 ? prefix : prefix + "-" + i)))
        .reduce(
            UnitOfWork.empty(),
            (unit, item) -> unit.put(put -> put.tableName(stock).item(item)),
            (one, other) -> other);
  }

  private boolean isThere(String sku) {
    return !LocalDynamoDb.item(stock, "sku", sku).isEmpty();
  }
}
