package dev.effectivelyonce.batch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The position of a message in its source.
 *
 * @param source the stream's or cluster's ARN
 * @param partition the shard or partition; empty if the source does not name it
 * @param position the sequence number or offset; empty if the source does not keep acknowledged
 *     messages, so that the message can't be read there again
 * @param key the partition key, from which the source chose the partition
 */
public record Origin(String source, String partition, String position, Optional<String> key) {
  /**
   * Returns the id of the message at this position, which has 64 hexadecimal digits. A message that
   * is parked twice has the same id both times.
   */
  public String id() {
    // With their lengths, so that no two places share a text.
    String place =
        "%s:%s%s:%s%s".formatted(source.length(), source, partition.length(), partition, position);
    return HexFormat.of().formatHex(sha256().digest(place.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
