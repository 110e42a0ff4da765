package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Sent by themselves, without a record: again, and late. */
class NaturalWritesTest {
  private static final Map<String, AttributeValue> KEY = Map.of("id", fromS("it"));

  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String table = LocalDynamoDb.newTable("id");

  /** Whether its condition held. */
  private boolean write(UnitOfWork unit) {
    TransactWriteItem action = unit.steps().getFirst().action();
    try {
      client.transactWriteItems(request -> request.transactItems(action));
      return true;
    } catch (TransactionCanceledException e) {
      assertThat(e.cancellationReasons())
          .extracting(reason -> reason.code())
          .containsExactly("ConditionalCheckFailed");
      return false;
    }
  }

  private void given(Map<String, AttributeValue> item) {
    client.putItem(put -> put.tableName(table).item(item));
  }

  private Map<String, AttributeValue> item() {
    return client.getItem(get -> get.tableName(table).key(KEY).consistentRead(true)).item();
  }

  @Test
  void aTransitionHappensOnceAndFromItsStateAlone() {
    UnitOfWork paid =
        UnitOfWork.empty().update(NaturalWrites.transition(table, KEY, "state", "NEW", "PAID"));
    assertThat(write(paid)).isFalse();
    assertThat(item()).isEmpty();

    given(Map.of("id", fromS("it"), "state", fromS("CANCELLED")));
    assertThat(write(paid)).isFalse();
    assertThat(item()).containsEntry("state", fromS("CANCELLED"));

    given(Map.of("id", fromS("it"), "state", fromS("NEW")));
    assertThat(write(paid)).isTrue();
    assertThat(write(paid)).isFalse();
    assertThat(item()).containsEntry("state", fromS("PAID"));
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false", "3, false", ", true"})
  void theNewerOfTwoVersionsStays(Integer there, boolean isNewer) {
    given(
        there == null
            ? KEY
            : Map.of("id", fromS("it"), "version", fromN(there.toString()), "by", fromS("a")));
    Map<String, AttributeValue> ours =
        Map.of("id", fromS("it"), "version", fromN("2"), "by", fromS("b"));

    boolean written = write(UnitOfWork.empty().put(NaturalWrites.newer(table, ours, "version")));

    assertThat(written).isEqualTo(isNewer);
    assertThat(item().equals(ours)).isEqualTo(isNewer);
  }

  @Test
  void theLaterOfTwoTimesStaysInWhateverOrderTheyCome() {
    Map<String, AttributeValue> early =
        Map.of("id", fromS("it"), "at", fromS("2026-11-01T09:59:59Z"));
    Map<String, AttributeValue> late =
        Map.of("id", fromS("it"), "at", fromS("2026-11-01T10:00:00Z"));

    assertThat(write(UnitOfWork.empty().put(NaturalWrites.newer(table, late, "at")))).isTrue();
    assertThat(write(UnitOfWork.empty().put(NaturalWrites.newer(table, early, "at")))).isFalse();

    assertThat(item()).isEqualTo(late);
  }

  @Test
  void anItemWithoutItsVersionIsRefused() {
    assertThatThrownBy(() -> NaturalWrites.newer(table, KEY, "version"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version");
  }

  @Test
  void valuesThatAreSetAreTheSameAfterTheSecondTime() {
    given(Map.of("id", fromS("it"), "other", fromS("stays"), "name", fromS("old")));
    UnitOfWork set =
        UnitOfWork.empty()
            .update(
                NaturalWrites.set(table, KEY, Map.of("name", fromS("new"), "size", fromN("3"))));

    assertThat(write(set)).isTrue();
    assertThat(write(set)).isTrue();

    assertThat(item())
        .containsOnly(
            Map.entry("id", fromS("it")),
            Map.entry("other", fromS("stays")),
            Map.entry("name", fromS("new")),
            Map.entry("size", fromN("3")));
  }

  @Test
  void whatIsDeletedIsGoneAfterTheSecondTimeToo() {
    given(KEY);
    UnitOfWork delete = UnitOfWork.empty().delete(NaturalWrites.delete(table, KEY));

    assertThat(write(delete)).isTrue();
    assertThat(write(delete)).isTrue();

    assertThat(item()).isEmpty();
  }
}
