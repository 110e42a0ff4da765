package dev.effectivelyonce.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads from a stream's event which messages came to the table, in order. */
final class StreamRecords {
  private static final Logger LOG = LoggerFactory.getLogger(StreamRecords.class);
  private static final String INSERT = "INSERT";

  private final ObjectMapper json = new ObjectMapper();

  /**
   * A message that came to the table.
   *
   * @param sequenceNumber the id of the record for Lambda
   * @param committedAt to the second; empty if the record does not say
   */
  record Arrival(String sequenceNumber, OutboxKey key, Optional<Instant> committedAt) {
    boolean isBefore(Instant time) {
      return committedAt.filter(at -> at.isBefore(time)).isPresent();
    }
  }

  /**
   * @throws IOException if it is not JSON
   */
  List<Arrival> read(InputStream event) throws IOException {
    List<Arrival> arrivals = new ArrayList<>();
    for (JsonNode record : json.readTree(event).path("Records")) {
      if (record.path("eventName").asText().equals(INSERT)) {
        read(record.path("dynamodb"), arrivals);
      }
    }
    return arrivals;
  }

  private static void read(JsonNode change, List<Arrival> arrivals) {
    String sequenceNumber = change.path("SequenceNumber").asText();
    String lane = key(change, OutboxItem.LANE_ATTRIBUTE);
    String id = key(change, OutboxItem.ID_ATTRIBUTE);
    if (sequenceNumber.isEmpty() || lane.isEmpty() || id.isEmpty()) {
      LOG.error("A record of the stream is not of an outbox table, and is passed over");
    } else {
      Optional<Instant> committedAt =
          Optional.of(change.path("ApproximateCreationDateTime").asLong())
              .filter(seconds -> seconds > 0)
              .map(Instant::ofEpochSecond);
      arrivals.add(new Arrival(sequenceNumber, new OutboxKey(lane, id), committedAt));
    }
  }

  private static String key(JsonNode change, String name) {
    return change.path("Keys").path(name).path("S").asText();
  }
}
