package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.StoredResult.Omitted;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts attribute values of the types and units that the table uses. */
final class Values {
  private Values() {}

  static AttributeValue string(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  static AttributeValue millis(Instant time) {
    return number(time.toEpochMilli());
  }

  static AttributeValue seconds(Instant time) {
    return number(time.getEpochSecond());
  }

  static AttributeValue omitted(Omitted omitted) {
    return AttributeValue.fromM(
        Map.of(
            Attributes.OMITTED_REASON, string(omitted.reason().name()),
            Attributes.OMITTED_SIZE, number(omitted.sizeBytes())));
  }
}
