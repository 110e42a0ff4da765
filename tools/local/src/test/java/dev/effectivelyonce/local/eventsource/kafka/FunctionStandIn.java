package dev.effectivelyonce.local.eventsource.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A function that remembers what it got, and answers as a test has it. */
final class FunctionStandIn implements FunctionInvoker {
  static final InvocationResult HANDLED = new Succeeded("{\"batchItemFailures\":[]}");
  static final InvocationResult FAILED = new FunctionError("{}");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final Function<List<String>, InvocationResult> behaviour;

  private FunctionStandIn(Function<List<String>, InvocationResult> behaviour) {
    this.behaviour = behaviour;
  }

  static FunctionStandIn handling() {
    return answering(values -> HANDLED);
  }

  /** Its answer follows from the values of the event's records, by partition and in order. */
  static FunctionStandIn answering(Function<List<String>, InvocationResult> behaviour) {
    return new FunctionStandIn(behaviour);
  }

  /** A response that names records as failed, each by its partition and offset. */
  static InvocationResult failures(Object... partitionsAndOffsets) {
    var response = JSON.createObjectNode();
    var items = response.putArray("batchItemFailures");
    for (int at = 0; at < partitionsAndOffsets.length; at += 2) {
      items
          .addObject()
          .putObject("itemIdentifier")
          .put("partition", (String) partitionsAndOffsets[at])
          .put("offset", (Integer) partitionsAndOffsets[at + 1]);
    }
    return new Succeeded(response.toString());
  }

  @Override
  public InvocationResult invoke(String event) {
    try {
      JsonNode read = JSON.readTree(event);
      events.add(read);
      return behaviour.apply(values(read));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> events() {
    return events;
  }

  /** The values of each event's records. */
  List<List<String>> batches() {
    return events.stream().map(FunctionStandIn::values).toList();
  }

  /** The values of all records, in the order of their events. */
  List<String> values() {
    return batches().stream().flatMap(List::stream).toList();
  }

  private static List<String> values(JsonNode event) {
    List<String> values = new ArrayList<>();
    for (JsonNode partition : event.path("records")) {
      for (JsonNode record : partition) {
        values.add(value(record));
      }
    }
    return values;
  }

  private static String value(JsonNode record) {
    try {
      return record.has("value")
          ? new String(record.path("value").binaryValue(), UTF_8)
          : "tombstone";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
