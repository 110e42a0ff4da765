package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what {@code terraform show -json} writes of a plan or a state, as if it were CloudFormation
 * ({@code terraform.json}). Resources name each other by what is known of them, and in a plan by
 * its {@link PlanReferences}.
 */
final class Terraform {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonNode TYPES = Rules.read("terraform.json");
  private static final List<String> IDENTITIES = List.of("arn", "id", "url", "qualified_arn");

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, ObjectNode> properties = new LinkedHashMap<>();
  private final int file;
  private final PlanReferences references;

  private Terraform(int file, PlanReferences references) {
    this.file = file;
    this.references = references;
  }

  static boolean isIn(JsonNode root) {
    return !module(root).isMissingNode();
  }

  private static JsonNode module(JsonNode root) {
    JsonNode planned = root.at("/planned_values/root_module");
    return planned.isMissingNode() ? root.at("/values/root_module") : planned;
  }

  /**
   * Returns its resources.
   *
   * @param file its number among those that are checked together
   */
  static List<Resource> read(int file, JsonNode root) {
    List<JsonNode> managed =
        resources(module(root)).filter(it -> TYPES.has(it.path("type").asText())).toList();
    return new Terraform(file, new PlanReferences(root, managed)).resources(managed);
  }

  /** Modules in modules are as deep as the reader of JSON allows. */
  private static Stream<JsonNode> resources(JsonNode module) {
    return Stream.concat(
        Wiring.list(module.path("resources")).stream()
            .filter(it -> it.path("mode").asText("managed").equals("managed")),
        Wiring.list(module.path("child_modules")).stream().flatMap(Terraform::resources));
  }

  private List<Resource> resources(List<JsonNode> managed) {
    for (JsonNode resource : managed) {
      String address = resource.path("address").asText();
      for (String identity : IDENTITIES) {
        String value = resource.path("values").path(identity).asText();
        if (value.contains(":")) {
          names.putIfAbsent(value, Reference.to(address, identity));
        }
      }
    }
    managed.forEach(it -> properties.put(it.path("address").asText(), translated(it)));
    List<Resource> made = new ArrayList<>();
    for (JsonNode resource : managed) {
      String address = resource.path("address").asText();
      String type = TYPES.path(resource.path("type").asText()).path("type").asText();
      if (!type.isEmpty()) {
        made.add(new Resource(file, address, address, type, made(resource), 1, BooleanNode.TRUE));
      }
    }
    Template template = new Template(made);
    managed.forEach(it -> add(it, template));
    return made;
  }

  private ObjectNode made(JsonNode resource) {
    String address = resource.path("address").asText();
    return Objects.requireNonNull(properties.get(address), address);
  }

  private ObjectNode translated(JsonNode resource) {
    ObjectNode result = NODES.objectNode();
    TYPES
        .path(resource.path("type").asText())
        .path("attributes")
        .properties()
        .forEach(it -> set(result, it.getValue().asText(), value(resource, it.getKey())));
    return result;
  }

  private JsonNode value(JsonNode resource, String attribute) {
    JsonNode known = references.withUnknown(resource, attribute);
    JsonNode value =
        known.isNull() || known.isMissingNode() ? references.of(resource, attribute) : known;
    return switch (attribute) {
      case "/dimensions" -> dimensions(linked(value));
      case "/attribute" -> renamed(value, Map.of("name", "AttributeName", "type", "AttributeType"));
      case "/metric_query" -> metrics(value);
      case "/inline_policy" -> renamed(value, Map.of("policy", "PolicyDocument"));
      case "/reserved_concurrent_executions" -> value.asInt() < 0 ? Wiring.missing() : value;
      case "/maximum_record_age_in_seconds" ->
          value.isNumber() && value.asInt() == 0 ? Wiring.missing() : value;
      default -> linked(value);
    };
  }

  /** The value, with what names another resource as a reference; policies are text with JSON. */
  private JsonNode linked(JsonNode value) {
    if (value.isTextual()) {
      String text = value.asText();
      return text.startsWith("{")
          ? Optional.of(Wiring.parsed(value))
              .filter(JsonNode::isObject)
              .map(this::linked)
              .orElse(value)
          : Optional.ofNullable(names.get(text)).<JsonNode>map(TextNode::valueOf).orElse(value);
    }
    if (value.isArray()) {
      ArrayNode items = NODES.arrayNode();
      value.forEach(it -> items.add(linked(it)));
      return items;
    }
    if (value.isObject()) {
      ObjectNode parts = NODES.objectNode();
      value.properties().forEach(it -> parts.set(it.getKey(), linked(it.getValue())));
      return parts;
    }
    return value;
  }

  private static JsonNode dimensions(JsonNode value) {
    ArrayNode all = NODES.arrayNode();
    value
        .properties()
        .forEach(it -> all.addObject().put("Name", it.getKey()).set("Value", it.getValue()));
    return all;
  }

  private JsonNode metrics(JsonNode value) {
    ArrayNode all = NODES.arrayNode();
    for (JsonNode query : value) {
      JsonNode metric = query.at("/metric/0");
      ObjectNode made = all.addObject().putObject("MetricStat").putObject("Metric");
      made.set("Namespace", metric.path("namespace"));
      made.set("MetricName", metric.path("metric_name"));
      made.set("Dimensions", dimensions(linked(metric.path("dimensions"))));
    }
    return all;
  }

  private JsonNode renamed(JsonNode value, Map<String, String> names) {
    if (!value.isArray()) {
      return value;
    }
    ArrayNode all = NODES.arrayNode();
    for (JsonNode item : value) {
      ObjectNode made = all.addObject();
      names.forEach((from, to) -> made.set(to, linked(item.path(from))));
    }
    return all;
  }

  /** Sets a property, and those above it. */
  private static void set(ObjectNode properties, String pointer, JsonNode value) {
    if (value.isMissingNode()) {
      return;
    }
    String[] parts = pointer.substring(1).split("/", -1);
    ObjectNode here = properties;
    for (int i = 0; i < parts.length - 1; i++) {
      here = here.withObject("/" + parts[i]);
    }
    here.set(parts[parts.length - 1], value);
  }

  /** Adds to a resource what has a resource of its own here, and a table's keys. */
  private void add(JsonNode resource, Template template) {
    String type = resource.path("type").asText();
    ObjectNode own = made(resource);
    JsonNode to = TYPES.path(type).path("to");
    if (!to.isMissingNode()) {
      Wiring.list(value(resource, to.asText())).stream()
          .flatMap(it -> targets(it, own, template))
          .flatMap(it -> Stream.ofNullable(properties.get(it.id())))
          .forEach(target -> merge(target, own));
    }
    if (type.equals("aws_dynamodb_table")) {
      own.set("AttributeDefinitions", own.path("attribute"));
      own.set("KeySchema", keys(own));
      own.set("GlobalSecondaryIndexes", indexes(own.path("global_secondary_index")));
    }
  }

  /** If only the deployment knows which role has a policy, each may have it. */
  private Stream<Resource> targets(JsonNode name, ObjectNode own, Template template) {
    if (name.isNull() && own.has("ManagedPolicyArns")) {
      own.withObject("/ManagedPolicyArns").putNull("-");
      return template.of("AWS::IAM::Role");
    }
    return template.find(file, name, "AWS::SQS::Queue", "AWS::IAM::Role").stream();
  }

  private static void merge(ObjectNode target, ObjectNode own) {
    own.properties()
        .forEach(
            it -> {
              JsonNode list = it.getValue().path("-");
              if (list.isMissingNode()) {
                target.set(it.getKey(), it.getValue());
              } else {
                ArrayNode all = NODES.arrayNode();
                Wiring.list(target.path(it.getKey())).forEach(all::add);
                target.set(it.getKey(), all.add(list));
              }
            });
  }

  private static JsonNode indexes(JsonNode indexes) {
    if (indexes.isNull()) {
      return indexes;
    }
    ArrayNode all = NODES.arrayNode();
    for (JsonNode index : indexes) {
      all.addObject()
          .<ObjectNode>set("IndexName", index.path("name"))
          .set("KeySchema", keys(index));
    }
    return all;
  }

  private static JsonNode keys(JsonNode table) {
    ArrayNode keys = NODES.arrayNode();
    Stream.of("hash_key", "range_key")
        .map(table::path)
        .filter(it -> !it.asText().isEmpty() && !it.isNull())
        .forEach(it -> keys.addObject().set("AttributeName", it));
    return keys;
  }
}
