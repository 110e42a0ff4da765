package dev.effectivelyonce.cdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.assertions.Template;

/** Reads what CDK's own matchers cannot say as a list. Resources are named without CDK's hash. */
public final class TemplateReader {
  private TemplateReader() {}

  /** The types of all resources. */
  public static List<String> types(Template template) {
    return resources(template).values().stream().map(it -> at(it, "Type").toString()).toList();
  }

  /** What a role's inline policies allow, each as resource and action. */
  public static List<String> rights(Template template, String role) {
    return list(property(template, role, "Policies")).stream()
        .flatMap(policy -> list(at(policy, "PolicyDocument", "Statement")).stream())
        .filter(statement -> at(statement, "Effect").equals("Allow"))
        .flatMap(TemplateReader::rights)
        .toList();
  }

  /** A property of the only resource of that name, if it is set. */
  public static @Nullable Object property(Template template, String resource, String property) {
    return ((Map<?, ?>) at(resource(template, resource), "Properties")).get(property);
  }

  /** The properties of the only resource of that name, without CDK's hashes. */
  public static String properties(Template template, String resource) {
    return at(resource(template, resource), "Properties")
        .toString()
        .replaceAll("(?<=[a-z])[0-9A-F]{8}\\b", "");
  }

  /** A dashboard's widgets, with what CloudFormation fills in as its id between angle brackets. */
  static Stream<String> widgets(Map<?, ?> body) {
    String text =
        list(list(at(body, "Fn::Join")).get(1)).stream()
            .map(part -> part instanceof Map<?, ?> map ? "<" + target(map) + ">" : part.toString())
            .collect(Collectors.joining());
    return Pattern.compile("(?=\\{\"type\":)").splitAsStream(text);
  }

  private static Object target(Map<?, ?> reference) {
    Object target = reference.values().iterator().next();
    return target instanceof List<?> list ? list.getFirst() : target;
  }

  private static Object resource(Template template, String resource) {
    return resources(template).entrySet().stream()
        .filter(entry -> withoutHash(entry.getKey()).equals(resource))
        .map(Map.Entry::getValue)
        .reduce(
            (one, other) -> {
              throw new AssertionError("Two resources are named " + resource);
            })
        .orElseThrow(() -> new AssertionError("No resource is named " + resource));
  }

  private static Stream<String> rights(Object statement) {
    String resource = named(at(statement, "Resource"));
    Object action = at(statement, "Action");
    List<?> actions = action instanceof String ? List.of(action) : list(action);
    return actions.stream().map(name -> resource + " " + name);
  }

  /** An ARN, or what a reference names; of a joined text the parts in a row. */
  private static String named(Object arn) {
    if (arn instanceof Map<?, ?> map) {
      if (map.containsKey("Ref")) {
        return withoutHash(at(map, "Ref"));
      }
      return map.containsKey("Fn::Join")
          ? list(list(at(map, "Fn::Join")).get(1)).stream()
              .map(TemplateReader::named)
              .collect(Collectors.joining())
          : withoutHash(list(at(map, "Fn::GetAtt")).getFirst());
    }
    return arn.toString();
  }

  private static Map<String, Object> resources(Template template) {
    return part(template, "Resources");
  }

  /** A part of the template by logical ids; of some there is none. */
  static Map<String, Object> part(Template template, String name) {
    Map<String, Object> part = new LinkedHashMap<>();
    ((Map<?, ?>) template.toJSON().getOrDefault(name, Map.of()))
        .forEach((id, value) -> part.put(id.toString(), value));
    return part;
  }

  private static String withoutHash(Object logicalId) {
    return logicalId.toString().replaceFirst("[0-9A-F]{8}$", "");
  }

  private static List<?> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new AssertionError("Not a list: " + value);
  }

  private static Object at(Object root, String... path) {
    Object here = root;
    for (String name : path) {
      here = here instanceof Map<?, ?> map ? map.get(name) : null;
      if (here == null) {
        throw new AssertionError("Nothing at '" + name + "' in " + root);
      }
    }
    return here;
  }
}
