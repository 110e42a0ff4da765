package dev.effectivelyonce.simulation.log;

import java.time.Instant;

/**
 * A record of a log.
 *
 * @param partition the name of its partition or shard
 * @param offset its place there
 * @param key its partition key
 * @param body what it holds
 * @param at when it was written
 */
public record LogRecord(String partition, int offset, String key, String body, Instant at) {
  /** Where it is in its log. */
  public String place() {
    return place(partition, Integer.toString(offset));
  }

  /** The place with this position. */
  public static String place(String partition, String position) {
    return partition + "@" + position;
  }

  @Override
  public String toString() {
    return place() + " (" + body + ")";
  }
}
