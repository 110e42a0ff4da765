package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The partition keys of the index of listed records: consumer, #, and the first hex digit of the
 * key's hash. One partition of an index takes 1,000 writes a second, and an index that is slower
 * throttles its table. So a consumer has {@value #COUNT} partitions.
 */
final class Shards {
  static final int COUNT = 16;

  private static final String BASE64_URL =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private Shards() {}

  static String of(RecordId id) {
    String consumer = id.value().split("#", 2)[0];
    return shard(consumer, firstSixBits(id.keyHash()) / 4);
  }

  static List<String> of(ConsumerName consumer) {
    return IntStream.range(0, COUNT).mapToObj(shard -> shard(consumer.value(), shard)).toList();
  }

  private static String shard(String consumer, int number) {
    return consumer + "#" + Character.forDigit(number, COUNT);
  }

  private static int firstSixBits(String base64Url) {
    return Math.max(0, BASE64_URL.indexOf(base64Url.charAt(0)));
  }
}
