package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The resources of all templates that are checked together, and how they refer to each other. A
 * reference is looked up: to search all resources for each took minutes for thousands of them.
 */
final class Template {
  private static final List<String> NAMES =
      List.of("QueueName", "FunctionName", "TableName", "Name", "RoleName");

  /** What is before and behind a name in a text: its ends, or the same sign. */
  private static final Set<String> BORDERS = Set.of("^$", "^:", ":$", "/$", "::", "//");

  /** The most parts of a name between its own colons and slashes, as in ${AWS::StackName}. */
  private static final int MOST_PARTS = 20;

  private final Map<String, Resource> resources = new HashMap<>();
  private final Map<String, List<Resource>> byType = new HashMap<>();
  private final Map<Name, Named> byName = new HashMap<>();

  /** A name of a resource in a template. */
  private record Name(int file, String type, String text) {}

  /** A resource, and its place among the others. */
  private record Named(int place, Resource resource) {}

  Template(List<Resource> resources) {
    for (Resource resource : resources) {
      if (this.resources.putIfAbsent(resource.key(), resource) == null) {
        byType.computeIfAbsent(resource.type(), it -> new ArrayList<>()).add(resource);
        NAMES.stream()
            .map(resource::at)
            .filter(JsonNode::isTextual)
            .map(it -> new Name(resource.file(), resource.type(), it.asText()))
            .filter(it -> !it.text().isEmpty() && Reference.id(it.text()).isEmpty())
            .forEach(it -> byName.putIfAbsent(it, new Named(byName.size(), resource)));
      }
    }
  }

  Stream<Resource> of(String type) {
    return byType.getOrDefault(type, List.of()).stream();
  }

  /**
   * Finds the resource of one of these types that a text refers to, by reference, ARN or name.
   *
   * @param file the number of the template that has the text: names are those of its own resources
   */
  Optional<Resource> find(int file, JsonNode reference, String... types) {
    if (!reference.isTextual()) {
      return Optional.empty();
    }
    String text = reference.asText();
    return Reference.id(text)
        .map(id -> Optional.ofNullable(resources.get(Reference.key(file, id))).stream())
        .orElseGet(() -> Stream.of(types).flatMap(it -> named(file, it, text).stream()))
        .filter(it -> List.of(types).contains(it.type()))
        .findFirst();
  }

  private Optional<Resource> named(int file, String type, String text) {
    return byType.containsKey(type) && text.length() <= Reference.LONGEST
        ? parts(text)
            .flatMap(it -> Stream.ofNullable(byName.get(new Name(file, type, it))))
            .min(Comparator.comparingInt(Named::place))
            .map(Named::resource)
        : Optional.empty();
  }

  /** What may be a name in a name, a URL or an ARN, also an ARN of a part of the resource. */
  private static Stream<String> parts(String text) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ':' || text.charAt(i) == '/') {
        ends.add(i);
      }
    }
    ends.add(text.length());
    List<String> parts = new ArrayList<>();
    for (int from = -1; from < ends.size() - 1; from++) {
      int start = from < 0 ? -1 : ends.get(from);
      for (int to = from + 1; to < ends.size() && to <= from + MOST_PARTS; to++) {
        int end = ends.get(to);
        String borders =
            (start < 0 ? "^" : text.substring(start, start + 1))
                + (end == text.length() ? "$" : text.substring(end, end + 1));
        if (BORDERS.contains(borders)) {
          parts.add(text.substring(start + 1, end));
        }
      }
    }
    return parts.stream();
  }
}
