package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The resources in a plan from which values come that only the deployment knows. */
final class PlanReferences {
  private static final Pattern INDEX = Pattern.compile("\\[(?:\"(?:[^\"\\\\]|\\\\.)*\"|[0-9]+)]");
  private static final Pattern RESOURCE = Pattern.compile("(aws_\\w+\\.[\\w-]+).*");
  private static final Pattern OUTPUT = Pattern.compile("(module\\.[\\w-]+)\\.([\\w-]+).*");
  private static final Pattern TEXTS_WITHIN = Pattern.compile("policy$|/variables$|/dimensions$");
  private static final int MOST_HOPS = 10;

  private final JsonNode configuration;
  private final Map<String, JsonNode> unknown = new HashMap<>();
  private final Map<String, Map<List<String>, List<String>>> instances;
  private final Map<String, Map<String, JsonNode>> expressions = new HashMap<>();

  PlanReferences(JsonNode plan, List<JsonNode> managed) {
    this.configuration = plan.at("/configuration/root_module");
    this.instances =
        managed.stream()
            .map(it -> it.path("address").asText())
            .collect(
                Collectors.groupingBy(
                    PlanReferences::plain, Collectors.groupingBy(PlanReferences::indexes)));
    plan.path("resource_changes")
        .forEach(it -> unknown.put(it.path("address").asText(), it.at("/change/after_unknown")));
  }

  /**
   * The value of an attribute that is not there: a reference to the one resource that it comes
   * from, null if only the deployment knows it, and missing if it was not set.
   */
  JsonNode of(JsonNode resource, String attribute) {
    String address = resource.path("address").asText();
    if (!isUnknown(unknown.getOrDefault(address, Wiring.missing()), attribute)) {
      return Wiring.missing();
    }
    String module = plain(address).replaceFirst("\\.?(aws_\\w+\\.[\\w-]+)$", "");
    JsonNode expression = expression(resource, module, attribute);
    if (expression.isMissingNode()) {
      return expression;
    }
    List<String> found =
        Wiring.list(expression.path("references")).stream()
            .flatMap(it -> targets(it.asText(), module, address, MOST_HOPS))
            .toList();
    JsonNode reference =
        found.stream().flatMap(it -> Reference.id(it).stream()).distinct().count() == 1
            ? TextNode.valueOf(Collections.max(found))
            : NullNode.getInstance();
    if (attribute.equals("/redrive_policy")) {
      return JsonNodeFactory.instance
          .objectNode()
          .<ObjectNode>set("deadLetterTargetArn", reference)
          .set("maxReceiveCount", NullNode.getInstance());
    }
    return TEXTS_WITHIN.matcher(attribute).find() ? NullNode.getInstance() : reference;
  }

  /** A value that is there, with null for those of its entries that only the deployment knows. */
  JsonNode withUnknown(JsonNode resource, String attribute) {
    JsonNode known = resource.path("values").at(attribute);
    JsonNode flags =
        unknown.getOrDefault(resource.path("address").asText(), Wiring.missing()).at(attribute);
    if (!flags.isObject() || flags.isEmpty() || known.isArray()) {
      return known;
    }
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    known.properties().forEach(it -> all.set(it.getKey(), it.getValue()));
    flags.properties().stream()
        .filter(it -> it.getValue().asBoolean())
        .forEach(it -> all.putNull(it.getKey()));
    return all;
  }

  /** A part of an unknown block is unknown. */
  private static boolean isUnknown(JsonNode flags, String attribute) {
    JsonNode here = flags;
    for (String part : attribute.substring(1).split("/", -1)) {
      here = here.isArray() ? here.path(Integer.parseInt(part)) : here.path(part);
      if (here.asBoolean()) {
        return true;
      }
    }
    return false;
  }

  private JsonNode expression(JsonNode resource, String module, String attribute) {
    String name = resource.path("type").asText() + "." + resource.path("name").asText();
    return expressions
        .computeIfAbsent(module, this::expressions)
        .getOrDefault(name, Wiring.missing())
        .at(attribute);
  }

  /** The expressions of the resources of a module, by their addresses in it. */
  private Map<String, JsonNode> expressions(String module) {
    return Wiring.list(module(module).path("resources")).stream()
        .collect(
            Collectors.toMap(
                it -> it.path("address").asText(),
                it -> it.path("expressions"),
                (one, other) -> one));
  }

  /** The configuration of a module, by its address without indexes. */
  private JsonNode module(String address) {
    JsonNode here = configuration;
    for (Matcher calls = Pattern.compile("module\\.([\\w-]+)").matcher(address); calls.find(); ) {
      here = here.path("module_calls").path(calls.group(1)).path("module");
    }
    return here;
  }

  private Stream<String> targets(String reference, String module, String from, int hops) {
    if (hops == 0) {
      return Stream.empty();
    }
    Matcher resource = RESOURCE.matcher(plain(reference));
    if (resource.matches()) {
      String attribute = reference.endsWith(".qualified_arn") ? "qualified_arn" : Reference.OPEN;
      return resource(below(module, resource.group(1)), from)
          .map(it -> Reference.to(it, attribute));
    }
    if (reference.startsWith("var.") && !module.isEmpty()) {
      String parent = module.replaceFirst("\\.?module\\.[\\w-]+$", "");
      String call = module.replaceFirst(".*module\\.", "");
      JsonNode argument =
          module(parent)
              .path("module_calls")
              .path(call)
              .path("expressions")
              .path(reference.substring(4).replaceFirst("\\..*", ""));
      return all(argument, parent, from, hops);
    }
    Matcher output = OUTPUT.matcher(plain(reference));
    if (output.matches()) {
      String child = below(module, output.group(1));
      return all(
          module(child).path("outputs").path(output.group(2)).path("expression"),
          child,
          from,
          hops);
    }
    return Stream.empty();
  }

  private Stream<String> all(JsonNode expression, String module, String from, int hops) {
    return Wiring.list(expression.path("references")).stream()
        .flatMap(it -> targets(it.asText(), module, from, hops - 1));
  }

  /** The instance of a resource; of several the one with the indexes of what refers to it. */
  private Stream<String> resource(String plain, String from) {
    Map<List<String>, List<String>> all = instances.getOrDefault(plain, Map.of());
    return all.size() < 2
        ? all.values().stream().flatMap(List::stream)
        : all.getOrDefault(indexes(from), List.of()).stream();
  }

  private static String below(String module, String name) {
    return module.isEmpty() ? name : module + "." + name;
  }

  private static String plain(String address) {
    return INDEX.matcher(address).replaceAll("");
  }

  private static List<String> indexes(String address) {
    return INDEX.matcher(address).results().map(it -> it.group()).toList();
  }
}
