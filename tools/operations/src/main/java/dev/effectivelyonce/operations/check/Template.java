package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The resources of a template, and how they name each other. */
final class Template {
  private static final List<String> NAMES =
      List.of("QueueName", "FunctionName", "TableName", "Name", "RoleName");

  private final Map<String, Resource> resources;

  Template(List<Resource> resources) {
    this.resources =
        resources.stream()
            .collect(
                Collectors.toMap(
                    Resource::id, Function.identity(), (one, other) -> one, LinkedHashMap::new));
  }

  Stream<Resource> of(String type) {
    return resources.values().stream().filter(it -> it.type().equals(type));
  }

  /** Finds the resource of one of these types that a text refers to, by reference, ARN or name. */
  Optional<Resource> find(JsonNode reference, String... types) {
    if (!reference.isTextual()) {
      return Optional.empty();
    }
    String text = reference.asText();
    return Reference.id(text)
        .map(id -> Optional.ofNullable(resources.get(id)).stream())
        .orElseGet(() -> Stream.of(types).flatMap(this::of).filter(it -> isNamed(it, text)))
        .filter(it -> List.of(types).contains(it.type()))
        .findFirst();
  }

  /** Returns whether a text is the resource's name, URL or ARN, or an ARN of a part of it. */
  private static boolean isNamed(Resource resource, String text) {
    return NAMES.stream()
        .map(resource::at)
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(name -> Reference.id(name).isEmpty())
        .anyMatch(
            name ->
                text.equals(name)
                    || text.startsWith(name + ":")
                    || text.endsWith(":" + name)
                    || text.endsWith("/" + name)
                    || text.contains(":" + name + ":")
                    || text.contains("/" + name + "/"));
  }
}
