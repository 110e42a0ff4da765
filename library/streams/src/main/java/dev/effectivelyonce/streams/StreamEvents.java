package dev.effectivelyonce.streams;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads Lambda's events, and writes the answers. */
final class StreamEvents {
  private static final String REMEDY =
      "Invoke the function from one event source mapping, and that of this consumer";

  private final JsonMapper mapper = RecordData.events().build();

  /**
   * Returns the records of an event.
   *
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is no batch of this kind of stream
   */
  List<StreamRecord> read(InputStream input, StreamKind kind) throws IOException {
    JsonNode event = mapper.readTree(input);
    RecordData.refusePipe(event);
    if (event.has("isFinalInvokeForWindow")) {
      throw new ConfigurationException(
          "The event belongs to a tumbling window, whose state would hold records that come back",
          "Remove tumblingWindow from the event source mapping");
    }
    JsonNode records = event.path("Records");
    boolean isNothing = event.isNull() || RecordData.isAbsent(records);
    if (!(event.isObject() || event.isNull()) || !(records.isArray() || isNothing)) {
      throw new ConfigurationException("The event is no object with an array of Records", REMEDY);
    }
    return StreamSupport.stream(records.spliterator(), false).map(it -> record(it, kind)).toList();
  }

  private static StreamRecord record(JsonNode record, StreamKind kind) {
    String source = record.path("eventSource").asText();
    if (!source.equals(kind.eventSource())) {
      throw new ConfigurationException(
          "A record is from \"%s\", and not from %s. Nothing of its batch runs"
              .formatted(source, kind.eventSource()),
          REMEDY);
    }
    return new StreamRecord(record, kind);
  }

  /** Writes the partial batch response. */
  void write(OutputStream output, Optional<String> firstUnfinished) throws IOException {
    try (JsonGenerator generator = mapper.createGenerator(output)) {
      generator.writeStartObject();
      generator.writeArrayFieldStart("batchItemFailures");
      if (firstUnfinished.isPresent()) {
        generator.writeStartObject();
        generator.writeStringField("itemIdentifier", firstUnfinished.get());
        generator.writeEndObject();
      }
      generator.writeEndArray();
      generator.writeEndObject();
    }
  }
}
