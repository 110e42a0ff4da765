package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Typed, resolved access to properties. */
final class Properties {
  private final PhysicalIds ids;

  Properties(PhysicalIds ids) {
    this.ids = ids;
  }

  String text(JsonNode value, Location where) {
    return ids.resolve(value, where);
  }

  String ref(String logicalId, Location where) {
    return ids.ref(logicalId, where);
  }

  String attribute(String logicalId, String attribute, Location where) {
    return ids.attribute(logicalId, attribute, where);
  }

  String text(Resource resource, String property) {
    return optionalText(resource, property)
        .orElseThrow(
            () ->
                new TemplateException(resource.at(property), "is missing and the runner needs it"));
  }

  Optional<String> optionalText(Resource resource, String property) {
    JsonNode value = resource.property(property);
    return value.isMissingNode()
        ? Optional.empty()
        : Optional.of(text(value, resource.at(property)));
  }

  OptionalInt optionalNumber(JsonNode value, Location where) {
    return value.isMissingNode() ? OptionalInt.empty() : OptionalInt.of(number(value, where));
  }

  int number(JsonNode value, Location where) {
    String text = text(value, where);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TemplateException(where, "is not a whole number: " + text);
    }
  }

  int number(Resource resource, String property, int fallback) {
    return optionalNumber(resource.property(property), resource.at(property)).orElse(fallback);
  }

  Map<String, String> texts(JsonNode object, Location where) {
    Map<String, String> texts = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            entry ->
                texts.put(entry.getKey(), text(entry.getValue(), where.child(entry.getKey()))));
    return Map.copyOf(texts);
  }
}
