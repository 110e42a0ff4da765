package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Resolves the intrinsic functions that CDK emits. */
final class Intrinsics {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(!?)([^}]+)}");

  private final PhysicalIds ids;

  Intrinsics(PhysicalIds ids) {
    this.ids = ids;
  }

  /**
   * The text that CloudFormation would put there.
   *
   * @throws TemplateException if the value is missing, is a list, or calls a function that is not
   *     known here
   */
  String text(JsonNode value, Location where) {
    if (value.isValueNode() && !value.isNull()) {
      return value.asText();
    }
    if (!value.isObject() || value.size() != 1) {
      throw new TemplateException(where, "is not a text or one intrinsic function: " + value);
    }
    Map.Entry<String, JsonNode> call = value.properties().iterator().next();
    return call(call.getKey(), call.getValue(), where);
  }

  private String call(String function, JsonNode argument, Location where) {
    return switch (function) {
      case "Ref" -> ids.ref(argument.asText(), where);
      case "Fn::GetAtt" -> attribute(argument, where);
      case "Fn::Join" -> join(argument, where);
      case "Fn::Sub" -> substitute(argument, where);
      default ->
          throw new TemplateException(
              where,
              function
                  + " is not known here; the runner knows Ref, Fn::GetAtt, Fn::Join and Fn::Sub");
    };
  }

  private String attribute(JsonNode argument, Location where) {
    List<String> parts =
        argument.isArray()
            ? List.of(argument.path(0).asText(), argument.path(1).asText())
            : List.of(argument.asText().split("\\.", 2));
    if (parts.size() != 2) {
      throw new TemplateException(where, "Fn::GetAtt names no attribute: " + argument);
    }
    return ids.attribute(parts.get(0), parts.get(1), where);
  }

  private String join(JsonNode argument, Location where) {
    return argument
        .path(1)
        .valueStream()
        .map(part -> text(part, where))
        .collect(Collectors.joining(argument.path(0).asText()));
  }

  private String substitute(JsonNode argument, Location where) {
    String pattern = argument.isArray() ? argument.path(0).asText() : argument.asText();
    JsonNode variables = argument.path(1);
    return PLACEHOLDER
        .matcher(pattern)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    placeholder(match.group(1), match.group(2), variables, where)));
  }

  private String placeholder(String literal, String name, JsonNode variables, Location where) {
    if (!literal.isEmpty()) {
      return "${" + name + "}";
    }
    if (variables.has(name)) {
      return text(variables.path(name), where);
    }
    if (name.contains(".")) {
      String[] parts = name.split("\\.", 2);
      return ids.attribute(parts[0], parts[1], where);
    }
    return ids.ref(name, where);
  }
}
