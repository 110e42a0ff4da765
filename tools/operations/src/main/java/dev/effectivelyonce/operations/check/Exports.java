package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the templates that are checked together export to each other. */
final class Exports {
  private static final String STACK = "${AWS::StackName}";
  private static final JsonNode UNKNOWN = NullNode.getInstance();

  private final Map<String, List<Export>> named = new HashMap<>();
  private final List<Export> ofAnyStack = new ArrayList<>();
  private final Map<Export, JsonNode> values = new HashMap<>();

  /** An output: two of the same name are two. */
  private static final class Export {
    private final Pattern name;
    private final JsonNode value;
    private final CloudFormation template;

    Export(Pattern name, JsonNode value, CloudFormation template) {
      this.name = name;
      this.value = value;
      this.template = template;
    }
  }

  void add(CloudFormation template) {
    template.outputs().forEach((name, value) -> add(name, value, template));
  }

  /** The name of a stack is known only to its deployment: any fits. */
  private void add(String name, JsonNode value, CloudFormation template) {
    String form =
        Arrays.stream(name.split(Pattern.quote(STACK), -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("[A-Za-z][A-Za-z0-9-]*"));
    Export export = new Export(Pattern.compile(form), value, template);
    if (name.contains(STACK)) {
      ofAnyStack.add(export);
    } else {
      named.computeIfAbsent(name, it -> new ArrayList<>()).add(export);
    }
  }

  /** The value of the one export that has this name; null if none has it, or several do. */
  JsonNode value(String name) {
    List<Export> found =
        Stream.concat(
                named.getOrDefault(name, List.of()).stream(),
                ofAnyStack.stream().filter(it -> it.name.matcher(name).matches()))
            .toList();
    return found.size() == 1 && !name.contains(STACK) ? value(found.getFirst()) : UNKNOWN;
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
    JsonNode value = export.template.resolved(export.value);
    if (!value.isValueNode() || !Reference.isIn(value.asText())) {
      return value.isValueNode() ? value : UNKNOWN;
    }
    String text = value.asText();
    return Reference.id(text).isPresent() && !Reference.isAround(text)
        ? TextNode.valueOf(Reference.from(export.template.file(), text))
        : UNKNOWN;
  }
}
