package dev.effectivelyonce.operations.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.config.ConsumerEntry.Host;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The configuration, by default {@value #DEFAULT_NAME} in the working directory. */
public final class ConfigFile {
  /** The file's name if none is given. */
  public static final String DEFAULT_NAME = "effectively-once.json";

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "queue",
          "function",
          "host",
          "table",
          "key",
          "keyAttribute",
          "scope",
          "envelope",
          "fingerprint",
          "retention",
          "listing",
          "variables");

  private final Path file;
  private final Map<String, ConsumerEntry> consumers = new LinkedHashMap<>();
  private Optional<String> outbox = Optional.empty();

  private ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * Reads it.
   *
   * @throws OperationException if there is none, or it can't be used; the text names file and field
   */
  public static ConfigFile read(Path file) {
    ConfigFile config = new ConfigFile(file);
    JsonNode root = config.parse();
    config.outbox = text(root, "outbox");
    JsonNode list = root.path("consumers");
    if (!list.isArray() || list.isEmpty()) {
      throw config.wrong("has no list \"consumers\"", "Name at least one consumer");
    }
    list.forEach(config::add);
    return config;
  }

  /** Every consumer, in the file's order. */
  public List<ConsumerEntry> consumers() {
    return List.copyOf(consumers.values());
  }

  /**
   * The consumer of a name.
   *
   * @throws OperationException if there is none
   */
  public ConsumerEntry consumer(String name) {
    return Optional.ofNullable(consumers.get(name))
        .orElseThrow(
            () ->
                wrong(
                    "has no consumer \"" + name + "\"",
                    "Add it, or name one of " + String.join(", ", consumers.keySet())));
  }

  /** Returns the table of the outbox, or the stack output that names it. */
  public Optional<String> outbox() {
    return outbox;
  }

  private JsonNode parse() {
    try {
      return new ObjectMapper().readTree(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw OperationException.usage(
          "There is no configuration " + file,
          "Name one with --config, or write it as docs/operator-reference.md shows");
    } catch (JsonProcessingException e) {
      throw wrong("is not JSON, from line " + e.getLocation().getLineNr(), "Correct it there");
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", "Check the file");
    }
  }

  private void add(JsonNode node) {
    String name = text(node, "name").orElseThrow(() -> missing("consumer", "name"));
    node.fieldNames()
        .forEachRemaining(
            field -> {
              if (!FIELDS.contains(field)) {
                throw wrong(
                    "has the field \"%s\" in consumer %s, which means nothing"
                        .formatted(field, name),
                    "Use " + String.join(", ", FIELDS.stream().sorted().toList()));
              }
            });
    if (node.has("queue") && node.has("function")) {
      throw wrong(
          "has a queue and a function in consumer " + name,
          "Leave the function out: it is found by what reads the queue");
    }
    consumers.put(
        name,
        new ConsumerEntry(
            name,
            text(node, "queue"),
            text(node, "function"),
            text(node, "table").orElseThrow(() -> missing(name, "table")),
            key(node),
            new EnvelopeRule(texts(node, "envelope")),
            texts(node, "fingerprint"),
            text(node, "retention").map(value -> duration(name, value)),
            text(node, "listing")
                .map(value -> listing(name, value))
                .orElse(Listing.FAILED_AND_HELD),
            texts(node, "variables"),
            text(node, "host").map(value -> host(name, value)).orElse(Host.LAMBDA)));
  }

  /** Requests without a queue have their key in a header. */
  private static KeyRule key(JsonNode node) {
    Optional<String> attribute =
        text(node, "keyAttribute")
            .or(
                () ->
                    node.has("queue") || node.has("key")
                        ? Optional.empty()
                        : Optional.of("Idempotency-Key"));
    return new KeyRule(texts(node, "key"), attribute, text(node, "scope"));
  }

  private Duration duration(String name, String value) {
    try {
      return Duration.parse(value);
    } catch (DateTimeParseException e) {
      throw wrong(
          "has the retention \"%s\" in consumer %s".formatted(value, name),
          "Write an ISO-8601 duration, such as P19D");
    }
  }

  private Host host(String name, String value) {
    return switch (value) {
      case "lambda" -> Host.LAMBDA;
      case "process" -> Host.PROCESS;
      default ->
          throw wrong(
              "has the host \"%s\" in consumer %s".formatted(value, name),
              "Write lambda, or process for a worker or a Spring application");
    };
  }

  private Listing listing(String name, String value) {
    try {
      return Listing.valueOf(value);
    } catch (IllegalArgumentException e) {
      throw wrong(
          "has the listing \"%s\" in consumer %s".formatted(value, name),
          "Write FAILED_AND_HELD or OPEN, as the function has it");
    }
  }

  private static Optional<String> text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isTextual() && !value.asText().isBlank()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  /** One text, or a list of them. */
  private static List<String> texts(JsonNode node, String field) {
    List<String> values = new ArrayList<>();
    text(node, field).ifPresent(values::add);
    node.path(field)
        .forEach(
            item -> {
              if (item.isTextual()) {
                values.add(item.asText());
              }
            });
    return values;
  }

  private OperationException missing(String consumer, String field) {
    return wrong("has no \"%s\" in consumer %s".formatted(field, consumer), "Add it");
  }

  private OperationException wrong(String problem, String remedy) {
    return OperationException.usage("The configuration " + file + " " + problem, remedy);
  }
}
