package dev.effectivelyonce.operations.config;

import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.MessageKey;
import java.util.List;
import java.util.Optional;

/**
 * The place of a consumer's business key in a message.
 *
 * @param pointers the JSON pointers of its parts; empty if it is an attribute
 * @param attribute the message attribute that it is in
 * @param scope the JSON pointer of its scope
 */
public record KeyRule(List<String> pointers, Optional<String> attribute, Optional<String> scope) {
  private static final JsonCodec JSON = new JacksonJson();

  /**
   * @throws OperationException unless it is either pointers or an attribute
   */
  public KeyRule {
    pointers = List.copyOf(pointers);
    if (pointers.isEmpty() == attribute.isEmpty()) {
      throw OperationException.usage(
          "The key of a consumer must be either JSON pointers or an attribute",
          "Write \"key\": \"/orderId\", \"key\": [\"/tenant\", \"/orderId\"] or \"keyAttribute\":"
              + " \"eventId\"");
    }
  }

  /** Returns of how many parts the key is. */
  public int parts() {
    return Math.max(1, pointers.size());
  }

  MessageKey<String> messageKey() {
    MessageKey<String> key = attribute.map(MessageKey::<String>attribute).orElseGet(this::pointed);
    return scope
        .map(pointer -> key.scopedBy(body -> JSON.at(body, pointer).orElse(null)))
        .orElse(key);
  }

  private MessageKey<String> pointed() {
    MessageKey<String> key = MessageKey.jsonPointer(pointers.getFirst());
    for (String pointer : pointers.subList(1, pointers.size())) {
      key = key.and(pointer, body -> JSON.at(body, pointer).orElse(null));
    }
    return key;
  }
}
