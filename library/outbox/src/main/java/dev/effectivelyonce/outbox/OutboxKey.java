package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of a message.
 *
 * @param lane its ordering key, or its id; may be personal data, so it is not shown
 */
record OutboxKey(String lane, String id) {
  static OutboxKey of(OutboxMessage message) {
    return new OutboxKey(message.lane(), message.id());
  }

  static OutboxKey ofItem(Map<String, AttributeValue> item) {
    return new OutboxKey(
        text(item, OutboxItem.LANE_ATTRIBUTE), text(item, OutboxItem.ID_ATTRIBUTE));
  }

  Map<String, AttributeValue> item() {
    return OutboxItem.key(lane, id);
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(AttributeValue::s).orElse("");
  }

  @Override
  public String toString() {
    return id;
  }
}
