package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the templates that are checked together export to each other. */
final class Exports {
  /** What stands for the name of a stack, which each template has for its own. */
  static final String STACK = "${AWS::StackName}";

  private static final JsonNode UNKNOWN = NullNode.getInstance();

  private final Map<String, List<Export>> named = new HashMap<>();
  private final List<OfAnyStack> ofAnyStack = new ArrayList<>();
  private final Map<Export, JsonNode> values = new HashMap<>();

  /** The value of an output, as its template has it. */
  private record Export(JsonNode value, CloudFormation template) {}

  /** An export whose name has that of its stack in it. */
  private record OfAnyStack(Pattern name, Export export) {}

  void add(CloudFormation template) {
    template.outputs().forEach((name, value) -> add(name, value, template));
  }

  /** The name of a stack is known only to its deployment: any fits, in one place of an export's. */
  private void add(String name, JsonNode value, CloudFormation template) {
    Export export = new Export(value, template);
    String[] around = name.split(Pattern.quote(STACK), -1);
    if (around.length == 1) {
      named.computeIfAbsent(name, it -> new ArrayList<>()).add(export);
    } else if (around.length == 2) {
      String form = Pattern.quote(around[0]) + "[A-Za-z][A-Za-z0-9-]*" + Pattern.quote(around[1]);
      ofAnyStack.add(new OfAnyStack(Pattern.compile(form), export));
    }
  }

  /** The value of the one export that has this name; null if none has it, or several do. */
  JsonNode value(String name) {
    List<Export> found =
        Stream.concat(
                named.getOrDefault(name, List.of()).stream(),
                ofAnyStack.stream()
                    .filter(it -> it.name().matcher(name).matches())
                    .map(OfAnyStack::export))
            .toList();
    return found.size() == 1 ? value(found.getFirst()) : UNKNOWN;
  }

  /** An export that leads back to itself has no value. */
  private JsonNode value(Export export) {
    if (!values.containsKey(export)) {
      values.put(export, UNKNOWN);
      values.put(export, imported(export));
    }
    return values.getOrDefault(export, UNKNOWN);
  }

  /** What another template's name or Region is in a text isn't that of the one that imports it. */
  private static JsonNode imported(Export export) {
    JsonNode value = export.template().resolved(export.value());
    if (!value.isValueNode() || !Reference.isIn(value.asText())) {
      return value.isValueNode() ? value : UNKNOWN;
    }
    String text = value.asText();
    return Reference.id(text).isPresent() && !Reference.isAround(text)
        ? TextNode.valueOf(Reference.from(export.template().file(), text))
        : UNKNOWN;
  }
}
