package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.LocalRunnerException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * One resource of a template. A property within another is named with a slash, as {@code
 * Code/S3Key}.
 */
record Resource(String logicalId, JsonNode json, PhysicalIds ids) {
  String type() {
    return json.path("Type").asText();
  }

  boolean isA(String type) {
    return type().equals(type);
  }

  JsonNode property(String path) {
    return json.at("/Properties/" + path);
  }

  boolean has(String path) {
    return !property(path).isMissingNode();
  }

  Location at(String path) {
    return new Location(logicalId, path.replace('/', '.'));
  }

  /** The text of a part of a property. */
  String text(JsonNode value, String path) {
    return ids.resolve(value, at(path));
  }

  String text(String path) {
    return optionalText(path)
        .orElseThrow(() -> new TemplateException(at(path), "is missing and the runner needs it"));
  }

  Optional<String> optionalText(String path) {
    return has(path) ? Optional.of(text(property(path), path)) : Optional.empty();
  }

  int number(String path) {
    String text = text(path);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TemplateException(at(path), "is not a whole number: " + text);
    }
  }

  OptionalInt optionalNumber(String path) {
    return has(path) ? OptionalInt.of(number(path)) : OptionalInt.empty();
  }

  int number(String path, int fallback) {
    return optionalNumber(path).orElse(fallback);
  }

  /** Returns the one text of a list. */
  String only(String path) {
    int size = property(path).size();
    if (size != 1) {
      throw new TemplateException(
          at(path),
          "names %s %s; a mapping reads one".formatted(size, path.toLowerCase(Locale.ROOT)));
    }
    return text(path + "/0");
  }

  /** Refuses a property that asks for what the runner does not do. */
  void refuse(String path, String why) {
    if (has(path)) {
      throw new TemplateException(at(path), "is set, and the runner " + why);
    }
  }

  /** How large the events of a mapping get. */
  Batching batching() {
    String window = "MaximumBatchingWindowInSeconds";
    return new Batching(
        number("BatchSize", Batching.DEFAULT.size()),
        has(window) ? Duration.ofSeconds(number(window)) : Batching.DEFAULT.window());
  }

  /** The texts of those properties that are set. */
  Map<String, String> texts(List<String> properties) {
    return properties.stream()
        .filter(this::has)
        .collect(Collectors.toUnmodifiableMap(name -> name, this::text));
  }

  Map<String, String> texts(String path) {
    Map<String, String> texts = new LinkedHashMap<>();
    property(path)
        .properties()
        .forEach(
            entry ->
                texts.put(entry.getKey(), text(entry.getValue(), path + "/" + entry.getKey())));
    return Map.copyOf(texts);
  }

  /** What {@code Ref} answers for it, a property aside that may name it. */
  String ref(String nameProperty) {
    return ids.ref(logicalId, at(nameProperty));
  }

  String attribute(String attribute) {
    return ids.attribute(logicalId, attribute, at(attribute));
  }

  /** The exception for a value that AWS does not take. */
  LocalRunnerException refused(IllegalArgumentException why) {
    return new LocalRunnerException(
        "Template, resource %s: %s".formatted(logicalId, why.getMessage()), why);
  }
}
