package dev.effectivelyonce.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.key.ConsumerName;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the lines that CloudWatch turns into metrics. */
final class EmbeddedMetricFormat {
  /** The most values of one metric that CloudWatch takes in a line. */
  static final int MAX_VALUES = 100;

  private static final String COUNT = "Count";
  private static final String MILLISECONDS = "Milliseconds";

  /** The values of a metric in one line. */
  private record Values(String unit, List<Long> values) {}

  private final JsonFactory json = new JsonFactory();
  private final Map<String, String> dimensions;

  EmbeddedMetricFormat(String functionName) {
    this(Map.of(MetricsObserver.FUNCTION, functionName));
  }

  private EmbeddedMetricFormat(Map<String, String> dimensions) {
    this.dimensions = dimensions;
  }

  /** Returns this format with one more dimension. */
  EmbeddedMetricFormat by(String dimension, String value) {
    Map<String, String> more = new LinkedHashMap<>(dimensions);
    more.put(dimension, value);
    return new EmbeddedMetricFormat(more);
  }

  /** Returns the lines: the counts in the first, the durations in as many as they need. */
  List<String> lines(ConsumerName consumer, ConsumerCounts tally) {
    List<String> lines = new ArrayList<>();
    for (int from = 0; from == 0 || from < tally.durations(); from += MAX_VALUES) {
      lines.add(
          line(
              Map.of("consumer", consumer.value()),
              tally.latest().toEpochMilli(),
              metrics(tally, from)));
    }
    return lines;
  }

  /** Returns the line of counts and durations that belong to no consumer. */
  String line(Instant at, Map<String, Long> counts, Map<String, Duration> durations) {
    Map<String, Values> metrics = new LinkedHashMap<>();
    counts.forEach((name, count) -> metrics.put(name, new Values(COUNT, List.of(count))));
    durations.forEach(
        (name, duration) ->
            metrics.put(name, new Values(MILLISECONDS, List.of(duration.toMillis()))));
    return line(Map.of(), at.toEpochMilli(), metrics);
  }

  private static Map<String, Values> metrics(ConsumerCounts tally, int from) {
    Map<String, Values> metrics = new LinkedHashMap<>();
    if (from == 0) {
      tally.counts().forEach((name, count) -> metrics.put(name, new Values(COUNT, List.of(count))));
    }
    put(metrics, MetricNames.CLAIM_LATENCY, tally.claimLatenciesMillis(), from);
    put(metrics, MetricNames.ATTEMPT_AGE, tally.attemptAgesMillis(), from);
    put(metrics, MetricNames.GIVEN_BACK_OLDEST, tally.givenBackAgesMillis(), from);
    return metrics;
  }

  private static void put(Map<String, Values> metrics, String name, List<Long> all, int from) {
    if (from < all.size()) {
      List<Long> some = all.subList(from, Math.min(all.size(), from + MAX_VALUES));
      metrics.put(name, new Values(MILLISECONDS, some));
    }
  }

  private String line(Map<String, String> properties, long atMillis, Map<String, Values> metrics) {
    StringWriter text = new StringWriter();
    try (JsonGenerator line = json.createGenerator(text)) {
      line.writeStartObject();
      writeMetadata(line, atMillis, metrics);
      for (Map.Entry<String, String> dimension : dimensions.entrySet()) {
        line.writeStringField(dimension.getKey(), dimension.getValue());
      }
      for (Map.Entry<String, String> property : properties.entrySet()) {
        line.writeStringField(property.getKey(), property.getValue());
      }
      for (Map.Entry<String, Values> metric : metrics.entrySet()) {
        writeValues(line, metric.getKey(), metric.getValue().values());
      }
      line.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("A writer in memory does not fail", e);
    }
    return text.toString();
  }

  private void writeMetadata(JsonGenerator line, long atMillis, Map<String, Values> metrics)
      throws IOException {
    line.writeObjectFieldStart("_aws");
    line.writeNumberField("Timestamp", atMillis);
    line.writeArrayFieldStart("CloudWatchMetrics");
    line.writeStartObject();
    line.writeStringField("Namespace", MetricsObserver.NAMESPACE);
    line.writeArrayFieldStart("Dimensions");
    line.writeArray(dimensions.keySet().toArray(String[]::new), 0, dimensions.size());
    line.writeEndArray();
    line.writeArrayFieldStart("Metrics");
    for (Map.Entry<String, Values> metric : metrics.entrySet()) {
      line.writeStartObject();
      line.writeStringField("Name", metric.getKey());
      line.writeStringField("Unit", metric.getValue().unit());
      line.writeEndObject();
    }
    line.writeEndArray();
    line.writeEndObject();
    line.writeEndArray();
    line.writeEndObject();
  }

  private static void writeValues(JsonGenerator line, String name, List<Long> values)
      throws IOException {
    if (values.size() == 1) {
      line.writeNumberField(name, values.getFirst());
      return;
    }
    line.writeFieldName(name);
    line.writeArray(values.stream().mapToLong(Long::longValue).toArray(), 0, values.size());
  }
}
