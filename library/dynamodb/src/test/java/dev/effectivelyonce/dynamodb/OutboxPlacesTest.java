package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Which items of a unit of work are messages, and where these stand in their lane. */
class OutboxPlacesTest {
  private static final Map<String, AttributeValue> FIRST = message("m-1", 1_000);
  private static final Map<String, AttributeValue> LATER = message("m-2", 2_000);
  private static final Map<String, AttributeValue> NO_MESSAGE =
      Map.of("lane", fromS("C-1"), "id", fromS("m-1"), "note", fromS("of somebody else"));

  @Test
  void aLaterMessageStandsBehindTheOneBeforeItAndKeepsItsTime() {
    assertThat(second(put(put(UnitOfWork.empty(), "outbox", FIRST), "outbox", LATER)))
        .containsEntry("place", fromN("1"))
        .containsEntry("after", fromS("m-1"))
        .containsEntry("created_at", fromN("2000"));
  }

  @Test
  void messagesOfTwoOutboxesHaveNoOrder() {
    assertThat(second(put(put(UnitOfWork.empty(), "outbox", FIRST), "other", LATER)))
        .isEqualTo(LATER);
  }

  @Test
  void anotherItemOfTheSameLaneIsNoMessage() {
    assertThat(second(put(put(UnitOfWork.empty(), "outbox", NO_MESSAGE), "outbox", LATER)))
        .isEqualTo(LATER);
    assertThat(second(put(put(UnitOfWork.empty(), "outbox", LATER), "outbox", NO_MESSAGE)))
        .isEqualTo(NO_MESSAGE);
  }

  @Test
  void aMessageAndAnotherPutOfItsItemAreOneTooMany() {
    UnitOfWork unit = put(put(UnitOfWork.empty(), "outbox", FIRST), "outbox", NO_MESSAGE);

    assertThat(new UnitLimits("records", Optional.empty()).refusal(unit, List.of()))
        .get()
        .asString()
        .contains("writes an item of the table outbox twice");
  }

  @Test
  void aMessageHasItsFormatAndItsKey() {
    assertThat(OutboxItem.is(FIRST)).isTrue();
    for (String missing : List.of("outbox_schema", "lane", "id")) {
      assertThat(OutboxItem.is(without(missing))).as(missing).isFalse();
    }
  }

  @Test
  void aMessageWithoutAPartIsRefusedByItsName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OutboxItem.message(without("destination")))
        .withMessageContaining("no attribute destination");
  }

  private static Map<String, AttributeValue> without(String attribute) {
    Map<String, AttributeValue> rest = new HashMap<>(FIRST);
    rest.remove(attribute);
    return rest;
  }

  private static Map<String, AttributeValue> second(UnitOfWork unit) {
    return unit.steps().get(1).action().put().item();
  }

  private static UnitOfWork put(UnitOfWork unit, String table, Map<String, AttributeValue> item) {
    return unit.put(put -> put.tableName(table).item(item));
  }

  private static Map<String, AttributeValue> message(String id, long createdAtMillis) {
    return Map.of(
        "lane", fromS("C-1"),
        "id", fromS(id),
        "outbox_schema", fromN("1"),
        "consumer", fromS("orders"),
        "destination", fromS("fulfilment"),
        "name", fromS("shipment-ordered"),
        "body", fromS("{}"),
        "created_at", fromN(Long.toString(createdAtMillis)));
  }
}
