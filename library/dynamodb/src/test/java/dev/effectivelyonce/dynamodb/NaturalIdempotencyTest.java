package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.PlainWrites.absoluteSet;
import static dev.effectivelyonce.dynamodb.PlainWrites.deleteById;
import static dev.effectivelyonce.dynamodb.PlainWrites.deleteVersion;
import static dev.effectivelyonce.dynamodb.PlainWrites.newerWins;
import static dev.effectivelyonce.dynamodb.PlainWrites.transition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Writes that a copy, a late copy or a reordering can't harm, and where each stops to be one. */
class NaturalIdempotencyTest {
  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String table = LocalDynamoDb.newTable("id");

  @Test
  void aTransitionHappensOnceAndOneThatComesTooEarlyIsRefusedAndSeesFromWhere() {
    put(Map.of("state", "PLACED"));
    assertRefused(
        () -> client.updateItem(transition(table, "x-1", "PAID", "SHIPPED")),
        Map.of("state", "PLACED"));

    client.updateItem(transition(table, "x-1", "PLACED", "PAID"));
    assertRefused(
        () -> client.updateItem(transition(table, "x-1", "PLACED", "PAID")),
        Map.of("state", "PAID"));
    assertThat(item()).containsEntry("state", "PAID");
  }

  @Test
  void aLateCopyOfATransitionInACycleHappensTwice() {
    put(Map.of("state", "OPEN"));
    client.updateItem(transition(table, "x-1", "OPEN", "CLOSED"));
    client.updateItem(transition(table, "x-1", "CLOSED", "OPEN"));

    client.updateItem(transition(table, "x-1", "OPEN", "CLOSED"));

    assertThat(item()).containsEntry("state", "CLOSED");
  }

  @Test
  void theNewestVersionStandsInWhateverOrderTheyComeAndOfTwoOfOneVersionTheFirst() {
    client.putItem(newerWins(table, "x-1", "second", 2));
    assertRefused(() -> client.putItem(newerWins(table, "x-1", "second", 2)));
    assertRefused(() -> client.putItem(newerWins(table, "x-1", "another", 2)));
    assertRefused(() -> client.putItem(newerWins(table, "x-1", "first", 1)));
    assertThat(item()).containsEntry("name", "second");

    client.putItem(newerWins(table, "x-1", "third", 3));
    assertThat(item()).containsEntry("name", "third");
  }

  @Test
  void anAbsoluteSetAndItsCopyComeToTheSameAndALateCopyBringsTheOldValueBack() {
    client.updateItem(absoluteSet(table, "x-1", "old@example.com"));
    Map<String, String> once = item();
    client.updateItem(absoluteSet(table, "x-1", "old@example.com"));
    assertThat(item()).isEqualTo(once);

    client.updateItem(absoluteSet(table, "x-1", "new@example.com"));
    client.updateItem(absoluteSet(table, "x-1", "old@example.com"));
    assertThat(item()).isEqualTo(once);
  }

  @Test
  void aDeleteAndItsCopyComeToTheSameAndALateCopyTakesWhatWasMadeAnew() {
    put(Map.of("state", "OPEN"));
    client.deleteItem(deleteById(table, "x-1"));
    client.deleteItem(deleteById(table, "x-1"));
    assertThat(item()).isEmpty();

    put(Map.of("state", "OPEN"));
    client.deleteItem(deleteById(table, "x-1"));
    assertThat(item()).isEmpty();
  }

  @Test
  void aDeleteOfAVersionLeavesWhatWasMadeAnew() {
    client.putItem(newerWins(table, "x-1", "first", 1));
    client.deleteItem(deleteVersion(table, "x-1", 1));
    client.deleteItem(deleteVersion(table, "x-1", 1));
    client.putItem(newerWins(table, "x-1", "anew", 2));

    assertRefused(() -> client.deleteItem(deleteVersion(table, "x-1", 1)));
    assertThat(item()).containsEntry("name", "anew");
  }

  @Test
  void aLateCopyOfAnUpsertBringsADeletedItemBack() {
    client.putItem(newerWins(table, "x-1", "first", 1));
    client.deleteItem(deleteVersion(table, "x-1", 2));

    client.putItem(newerWins(table, "x-1", "first", 1));

    assertThat(item()).containsEntry("name", "first");
  }

  private static void assertRefused(ThrowingCallable write) {
    assertThatExceptionOfType(ConditionalCheckFailedException.class).isThrownBy(write);
  }

  private static void assertRefused(ThrowingCallable write, Map<String, String> seen) {
    assertThatExceptionOfType(ConditionalCheckFailedException.class)
        .isThrownBy(write)
        .satisfies(refused -> assertThat(text(refused.item())).containsAllEntriesOf(seen));
  }

  private void put(Map<String, String> attributes) {
    Map<String, AttributeValue> item =
        attributes.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, it -> AttributeValue.fromS(it.getValue())));
    item.put("id", AttributeValue.fromS("x-1"));
    client.putItem(request -> request.tableName(table).item(item));
  }

  private Map<String, String> item() {
    Map<String, AttributeValue> key = Map.of("id", AttributeValue.fromS("x-1"));
    return text(client.getItem(request -> request.tableName(table).key(key)).item());
  }

  private static Map<String, String> text(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .filter(it -> it.getValue().s() != null)
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().s()));
  }
}
