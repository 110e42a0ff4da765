package dev.effectivelyonce.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Sizes as DynamoDB counts them, to a few bytes: <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">item
 * sizes and formats</a>.
 */
final class ItemSizes {
  private static final int NUMBER_OVERHEAD_BYTES = 1;
  private static final int CONTAINER_BYTES = 3;
  private static final int ELEMENT_BYTES = 1;

  private ItemSizes() {}

  static long bytes(Map<String, AttributeValue> attributes) {
    return attributes.entrySet().stream()
        .mapToLong(it -> utf8(it.getKey()) + bytes(it.getValue()))
        .sum();
  }

  private static long bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> number(value.n());
      case B -> binary(value.b());
      case SS -> value.ss().stream().mapToLong(ItemSizes::utf8).sum();
      case NS -> value.ns().stream().mapToLong(ItemSizes::number).sum();
      case BS -> value.bs().stream().mapToLong(ItemSizes::binary).sum();
      case M -> CONTAINER_BYTES + bytes(value.m()) + elements(value.m().values());
      case L ->
          CONTAINER_BYTES
              + value.l().stream().mapToLong(ItemSizes::bytes).sum()
              + elements(value.l());
      case BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> 1;
    };
  }

  private static long elements(Collection<AttributeValue> values) {
    return (long) values.size() * ELEMENT_BYTES;
  }

  /** Counts a byte for every two digits. */
  private static long number(String digits) {
    return digits.length() / 2L + NUMBER_OVERHEAD_BYTES;
  }

  private static long binary(SdkBytes bytes) {
    return bytes.asByteArrayUnsafe().length;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
