package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import io.burt.jmespath.Expression;
import java.util.Optional;
import java.util.stream.StreamSupport;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyKeyException;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/**
 * Refuses payloads without a key, or with a blank one. Powertools hashes a missing key as null, so
 * that all such messages have one key: the first runs, and the others pass for its duplicates. If
 * Powertools is set to throw for missing keys, it also refuses every key that is a list.
 */
final class EventKey {
  private final Optional<Expression<JsonNode>> expression;

  EventKey(IdempotencyConfig config) {
    this.expression =
        Optional.ofNullable(config.getEventKeyJMESPath())
            .map(path -> JsonConfig.get().getJmesPath().compile(path));
  }

  /**
   * Checks that a payload has a key.
   *
   * @throws IdempotencyKeyException if it has none, or one whose every part is missing or blank
   */
  void require(JsonNode payload) {
    JsonNode key = expression.map(it -> it.search(payload)).orElse(payload);
    if (isMissing(key)) {
      throw new IdempotencyKeyException(
          "The payload has no idempotency key, or a blank one. Name one that every message has, by"
              + " withEventKeyJMESPath or @IdempotencyKey.");
    }
  }

  private static boolean isMissing(JsonNode key) {
    return key.isContainerNode()
        ? StreamSupport.stream(key.spliterator(), false).allMatch(EventKey::isMissing)
        : key.isNull() || key.isMissingNode() || (key.isTextual() && key.textValue().isBlank());
  }
}
