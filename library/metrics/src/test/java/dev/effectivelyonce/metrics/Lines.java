package dev.effectivelyonce.metrics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The lines that were written, read again. */
final class Lines implements Consumer<String> {
  private static final JsonMapper JSON = new JsonMapper();

  private final List<String> texts = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void accept(String line) {
    texts.add(line);
  }

  List<String> texts() {
    synchronized (texts) {
      return List.copyOf(texts);
    }
  }

  List<JsonNode> all() {
    return texts().stream().map(Lines::parsed).toList();
  }

  /** The sum of all counts. */
  long sum() {
    return Arrays.stream(Transition.Kind.values()).map(MetricNames::of).mapToLong(this::sum).sum();
  }

  long sum(String name) {
    return values(name).stream().mapToLong(Long::longValue).sum();
  }

  List<Long> values(String name) {
    return all().stream()
        .map(line -> line.path(name))
        .flatMap(
            value ->
                value.isArray()
                    ? StreamSupport.stream(value.spliterator(), false)
                    : Stream.of(value).filter(JsonNode::isNumber))
        .map(JsonNode::asLong)
        .toList();
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
