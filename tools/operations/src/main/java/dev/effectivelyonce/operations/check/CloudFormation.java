package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads a template of CloudFormation. A parameter has its default. What only a deployment knows is
 * null, so that no rule guesses it.
 */
final class CloudFormation {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^!}$][^}$]*)}");

  /** No setting is longer; texts that are made of each other may double without end. */
  private static final int LONGEST = 1 << 20;

  private static final JsonNode UNKNOWN = NullNode.getInstance();
  private static final JsonNode ABSENT = MissingNode.getInstance();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final int file;
  private final JsonNode root;
  private final Exports exports;
  private final Map<String, JsonNode> conditions = new HashMap<>();

  /**
   * A template.
   *
   * @param file its number among those that are checked together
   * @param exports what it imports; complete when its resources are asked for
   */
  CloudFormation(int file, JsonNode root, Exports exports) {
    this.file = file;
    this.root = root;
    this.exports = exports;
  }

  int file() {
    return file;
  }

  /**
   * Returns its resources.
   *
   * @param lines of the resources, by logical id
   */
  List<Resource> resources(Map<String, Integer> lines) {
    return root.path("Resources").properties().stream()
        .filter(it -> !BooleanNode.FALSE.equals(made(it.getValue())))
        .map(
            it ->
                new Resource(
                    file,
                    it.getKey(),
                    path(it.getKey(), it.getValue()),
                    it.getValue().path("Type").asText(),
                    resolved(it.getValue().path("Properties")),
                    lines.getOrDefault(it.getKey(), 1),
                    made(it.getValue())))
        .toList();
  }

  /** Whether a deployment makes a resource or an output; null if only it knows. */
  private JsonNode made(JsonNode part) {
    return part.has("Condition") ? condition(part.path("Condition")) : BooleanNode.TRUE;
  }

  /** Returns what it exports, as its outputs have it, by name; null where several may have it. */
  Map<String, JsonNode> outputs() {
    Map<String, JsonNode> outputs = new HashMap<>();
    for (JsonNode output : root.path("Outputs")) {
      JsonNode name = resolved(output.at("/Export/Name"));
      if (name.isTextual() && !BooleanNode.FALSE.equals(made(output))) {
        outputs.merge(name.asText(), output.path("Value"), (one, other) -> UNKNOWN);
      }
    }
    return outputs;
  }

  private static String path(String id, JsonNode resource) {
    return resource.at("/Metadata/aws:cdk:path").asText(id).replaceFirst("/Resource$", "");
  }

  /** Returns a part with its functions applied. A dynamic reference is known to a deployment. */
  JsonNode resolved(JsonNode node) {
    JsonNode value = applied(node);
    return value.isTextual() && value.asText().contains("{{resolve:") ? UNKNOWN : value;
  }

  private JsonNode applied(JsonNode node) {
    if (node.isArray()) {
      ArrayNode items = NODES.arrayNode();
      node.forEach(it -> Stream.of(resolved(it)).filter(this::isThere).forEach(items::add));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    if (node.size() == 1) {
      Map.Entry<String, JsonNode> only = node.properties().iterator().next();
      if (only.getKey().equals("Ref") || only.getKey().startsWith("Fn::")) {
        return function(only.getKey(), only.getValue());
      }
    }
    // AWS::Include and Fn::ForEach add to what is beside them.
    if (node.properties().stream().anyMatch(it -> it.getKey().startsWith("Fn::"))) {
      return UNKNOWN;
    }
    ObjectNode parts = NODES.objectNode();
    node.properties()
        .forEach(
            it ->
                Stream.of(resolved(it.getValue()))
                    .filter(this::isThere)
                    .forEach(value -> parts.set(it.getKey(), value)));
    return parts;
  }

  private boolean isThere(JsonNode value) {
    return !value.isMissingNode();
  }

  private JsonNode function(String name, JsonNode argument) {
    return switch (name) {
      case "Ref" -> reference(argument.asText());
      case "Fn::GetAtt" -> attribute(argument);
      case "Fn::Join" -> joined(argument);
      case "Fn::Sub" -> substituted(argument);
      case "Fn::If" -> chosen(argument);
      case "Fn::FindInMap" -> mapped(argument);
      case "Fn::ImportValue" -> imported(argument);
      default -> UNKNOWN;
    };
  }

  private JsonNode reference(String name) {
    if (name.equals("AWS::NoValue")) {
      return ABSENT;
    }
    if (name.startsWith("AWS::")) {
      return TextNode.valueOf("${" + name + "}");
    }
    if (root.path("Resources").has(name)) {
      return TextNode.valueOf(Reference.to(name, ""));
    }
    JsonNode parameter = root.path("Parameters").path(name);
    String type = parameter.path("Type").asText();
    JsonNode value = parameter.path("Default");
    if (type.startsWith("AWS::SSM::") || !value.isValueNode()) {
      return UNKNOWN;
    }
    boolean isList = type.equals("CommaDelimitedList") || type.startsWith("List<");
    return isList ? listed(value.asText()) : value;
  }

  private static ArrayNode listed(String text) {
    ArrayNode items = NODES.arrayNode();
    Stream.of(text.split(",", -1)).map(String::strip).forEach(items::add);
    return items;
  }

  private JsonNode attribute(JsonNode argument) {
    String[] parts =
        argument.isArray()
            ? new String[] {argument.path(0).asText(), argument.path(1).asText()}
            : argument.asText().split("\\.", 2);
    return parts.length == 2 && !parts[1].isEmpty() && root.path("Resources").has(parts[0])
        ? TextNode.valueOf(Reference.to(parts[0], parts[1]))
        : UNKNOWN;
  }

  private JsonNode joined(JsonNode argument) {
    JsonNode parts = resolved(argument.path(1));
    if (!parts.isArray() || texts(parts).anyMatch(it -> it.isNull() || it.isContainerNode())) {
      return UNKNOWN;
    }
    List<String> texts = texts(parts).map(JsonNode::asText).toList();
    String between = argument.path(0).asText();
    long length = texts.stream().mapToLong(String::length).sum();
    return length + (long) between.length() * texts.size() > LONGEST
        ? UNKNOWN
        : TextNode.valueOf(String.join(between, texts));
  }

  private static Stream<JsonNode> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private JsonNode substituted(JsonNode argument) {
    JsonNode text = argument.isArray() ? argument.path(0) : argument;
    Matcher placeholders = PLACEHOLDER.matcher(text.asText());
    StringBuilder result = new StringBuilder();
    Map<String, JsonNode> values = new HashMap<>();
    while (placeholders.find()) {
      JsonNode value =
          values.computeIfAbsent(
              placeholders.group(1).strip(), it -> placed(it, argument.path(1).path(it)));
      if (!value.isValueNode() || value.isNull() || result.length() > LONGEST) {
        return UNKNOWN;
      }
      placeholders.appendReplacement(result, Matcher.quoteReplacement(value.asText()));
    }
    return TextNode.valueOf(placeholders.appendTail(result).toString());
  }

  private JsonNode placed(String name, JsonNode given) {
    if (isThere(given)) {
      return resolved(given);
    }
    return name.contains(".") ? attribute(TextNode.valueOf(name)) : reference(name);
  }

  private JsonNode chosen(JsonNode argument) {
    JsonNode holds = condition(argument.path(0));
    JsonNode yes = resolved(argument.path(1));
    JsonNode no = resolved(argument.path(2));
    if (yes.equals(no)) {
      return yes;
    }
    return holds.isBoolean() ? (holds.asBoolean() ? yes : no) : UNKNOWN;
  }

  private JsonNode mapped(JsonNode argument) {
    JsonNode here = root.path("Mappings");
    for (JsonNode key : argument) {
      JsonNode name = resolved(key);
      if (!name.isValueNode() || name.isNull() || Reference.isIn(name.asText())) {
        return UNKNOWN;
      }
      here = here.path(name.asText());
    }
    return here.isValueNode() ? here : UNKNOWN;
  }

  private JsonNode imported(JsonNode argument) {
    JsonNode name = resolved(argument);
    return name.isTextual() ? exports.value(name.asText()) : UNKNOWN;
  }

  /** Whether a condition holds, by its name; a name that leads back to itself has no answer. */
  private JsonNode condition(JsonNode name) {
    String text = name.asText();
    if (name.isMissingNode()) {
      return UNKNOWN;
    }
    if (!conditions.containsKey(text)) {
      conditions.put(text, UNKNOWN);
      conditions.put(text, holds(root.path("Conditions").path(text)));
    }
    return conditions.getOrDefault(text, UNKNOWN);
  }

  private JsonNode holds(JsonNode condition) {
    if (condition.size() != 1 || !condition.isObject()) {
      return UNKNOWN;
    }
    Map.Entry<String, JsonNode> only = condition.properties().iterator().next();
    JsonNode argument = only.getValue();
    return switch (only.getKey()) {
      case "Condition" -> condition(argument);
      case "Fn::Equals" -> same(resolved(argument.path(0)), resolved(argument.path(1)));
      case "Fn::Not" -> Expression.not(holds(argument.path(0)));
      case "Fn::And" -> Expression.all(texts(argument).map(this::holds).toList());
      case "Fn::Or" ->
          Expression.not(
              Expression.all(texts(argument).map(this::holds).map(Expression::not).toList()));
      default -> UNKNOWN;
    };
  }

  private static JsonNode same(JsonNode one, JsonNode other) {
    boolean isKnown =
        Stream.of(one, other)
            .allMatch(it -> it.isValueNode() && !it.isNull() && !Reference.isIn(it.asText()));
    return isKnown ? BooleanNode.valueOf(one.asText().equals(other.asText())) : UNKNOWN;
  }
}
