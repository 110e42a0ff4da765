package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.PlainWrites.absoluteSet;
import static dev.effectivelyonce.dynamodb.PlainWrites.deleteById;
import static dev.effectivelyonce.dynamodb.PlainWrites.deleteVersion;
import static dev.effectivelyonce.dynamodb.PlainWrites.newerWins;
import static dev.effectivelyonce.dynamodb.PlainWrites.transition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Writes that a copy, a late copy or a reordering can't harm, and where each stops to be one. */
class NaturalIdempotencyTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Path PAGE = Path.of("../../docs/when-no-claim-is-needed.md");
  private static final Path SHOWN =
      Path.of("src/test/java/dev/effectivelyonce/dynamodb/PlainWrites.java");
  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  private DynamoDbClient client;
  private String table;

  @BeforeEach
  void connect() {
    client = DYNAMO_DB.client();
    table = DYNAMO_DB.newTable(client, "id", ScalarAttributeType.S);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @Test
  void aTransitionHappensOnceAndItsCopyFindsItDone() {
    put(Map.of("state", "PLACED"));

    client.updateItem(transition(table, "x-1", "PLACED", "PAID"));

    assertRefused(
        () -> client.updateItem(transition(table, "x-1", "PLACED", "PAID")),
        Map.of("state", "PAID"));
    assertThat(item()).containsEntry("state", "PAID");
  }

  @Test
  void aTransitionThatComesTooEarlyIsRefusedAndSeesFromWhere() {
    put(Map.of("state", "PLACED"));

    assertRefused(
        () -> client.updateItem(transition(table, "x-1", "PAID", "SHIPPED")),
        Map.of("state", "PLACED"));
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
  void theNewestVersionStandsInWhateverOrderTheyCome() {
    client.putItem(newerWins(table, "x-1", "second", 2));

    assertRefused(() -> client.putItem(newerWins(table, "x-1", "second", 2)));
    assertRefused(() -> client.putItem(newerWins(table, "x-1", "first", 1)));
    assertThat(item()).containsEntry("name", "second");

    client.putItem(newerWins(table, "x-1", "third", 3));
    assertThat(item()).containsEntry("name", "third");
  }

  @Test
  void twoEventsOfOneVersionLoseTheSecond() {
    client.putItem(newerWins(table, "x-1", "one", 1));

    assertRefused(() -> client.putItem(newerWins(table, "x-1", "another", 1)));
  }

  @Test
  void anAbsoluteSetAndItsCopyComeToTheSame() {
    client.updateItem(absoluteSet(table, "x-1", "a@example.com"));
    Map<String, String> once = item();

    client.updateItem(absoluteSet(table, "x-1", "a@example.com"));

    assertThat(item()).isEqualTo(once);
  }

  @Test
  void aLateCopyOfAnAbsoluteSetBringsTheOldValueBack() {
    client.updateItem(absoluteSet(table, "x-1", "old@example.com"));
    client.updateItem(absoluteSet(table, "x-1", "new@example.com"));

    client.updateItem(absoluteSet(table, "x-1", "old@example.com"));

    assertThat(item()).containsEntry("email", "old@example.com");
  }

  @Test
  void aDeleteAndItsCopyComeToTheSame() {
    put(Map.of("state", "OPEN"));

    client.deleteItem(deleteById(table, "x-1"));
    client.deleteItem(deleteById(table, "x-1"));

    assertThat(item()).isEmpty();
  }

  @Test
  void aLateCopyOfADeleteTakesWhatWasMadeAnew() {
    client.deleteItem(deleteById(table, "x-1"));
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

  @Test
  void everySampleOfThePageIsCompiled() throws IOException {
    String compiled = unindented(Files.readString(SHOWN));
    List<String> samples =
        JAVA.matcher(Files.readString(PAGE))
            .results()
            .map(block -> unindented(block.group(1)))
            .toList();

    assertThat(samples).hasSize(5).allSatisfy(it -> assertThat(compiled).contains(it));
  }

  private static String unindented(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
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
