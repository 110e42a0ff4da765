package dev.effectivelyonce.simulation.lambda;

import java.time.Instant;

/**
 * A record of a stream.
 *
 * @param sequenceNumber what Lambda knows it by
 * @param id of the item that it tells of
 * @param json as the function gets it
 */
public record StreamRecord(String sequenceNumber, String id, String json) {
  /** The change of an item with the key {@code lane}, {@code id}, as DynamoDB tells of it. */
  public static StreamRecord of(String sequence, String kind, Instant at, String lane, String id) {
    String json =
        """
        {"eventName":"%s","dynamodb":{"ApproximateCreationDateTime":%s,"SequenceNumber":"%s",\
        "Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}\
        """
            .formatted(kind, at.getEpochSecond(), sequence, lane, id);
    return new StreamRecord(sequence, id, json);
  }
}
