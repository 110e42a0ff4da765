package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML 1.1, the version of CloudFormation, into the tree that the same template has in JSON.
 * The short form of a function, such as {@code !Sub}, becomes its long form. No tag makes an
 * object. A number in another form than JSON's stays the text that was written, so that no rule
 * judges it: CloudFormation takes the account 012345670123 for an octal number.
 */
final class YamlReader {
  private static final int MOST_REPEATED = 1_000_000;
  private static final String STANDARD = "tag:yaml.org,2002:";
  private static final Pattern SHORT_FORM = Pattern.compile("![A-Za-z0-9:]+");
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final TreeFile file;
  private final Parser events;
  private final Resolver resolver = new Resolver();
  private final Map<String, Anchored> anchors = new HashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private String section = "";
  private int values;
  private int repeated;

  /** What an alias stands for, and how many values that is. */
  private record Anchored(JsonNode value, int size) {}

  YamlReader(TreeFile file, String text) {
    this.file = file;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.events = new ParserImpl(new StreamReader(text), options);
  }

  TreeFile.Tree read() {
    try {
      events.getEvent();
      if (events.checkEvent(Event.ID.StreamEnd)) {
        return new TreeFile.Tree(MissingNode.getInstance(), lines);
      }
      events.getEvent();
      JsonNode root = value(1);
      events.getEvent();
      if (!events.checkEvent(Event.ID.StreamEnd)) {
        throw wrong("has a second document", events.peekEvent(), "Name a file with one document");
      }
      return new TreeFile.Tree(root, lines);
    } catch (MarkedYAMLException e) {
      String problem = String.valueOf(e.getProblem()).replaceFirst("\\.? *$", "");
      int line = e.getProblemMark().getLine() + 1;
      throw file.wrong("is not YAML, from line " + line + ": " + problem, file.formats());
    } catch (ReaderException e) {
      throw file.wrong("has a character that YAML does not allow", file.formats());
    } catch (YAMLException e) {
      throw file.wrong("is not YAML (" + e.getMessage() + ")", file.formats());
    }
  }

  private JsonNode value(int depth) {
    Event event = events.getEvent();
    if (event instanceof AliasEvent alias) {
      return repeated(alias);
    }
    if (depth > TreeFile.DEEPEST) {
      throw wrong("is nested too deep", event, file.formats());
    }
    int before = values++;
    JsonNode value =
        switch (event) {
          case ScalarEvent it -> scalar(it);
          case SequenceStartEvent it -> tagged(it.getTag(), list(depth), it);
          case MappingStartEvent it -> tagged(it.getTag(), mapping(depth), it);
          default -> throw new IllegalStateException("No value is " + event);
        };
    if (event instanceof NodeEvent it && it.getAnchor() != null) {
      anchors.put(it.getAnchor(), new Anchored(value, values - before));
    }
    return value;
  }

  /** An anchor is known only behind its end, so that no value contains itself. */
  private JsonNode repeated(AliasEvent alias) {
    Anchored anchored = anchors.get(alias.getAnchor());
    if (anchored == null) {
      throw wrong(
          "has the alias *" + alias.getAnchor() + " of no earlier value",
          alias,
          "Put the anchor &" + alias.getAnchor() + " at a value that ends before its alias");
    }
    values += anchored.size();
    repeated += anchored.size();
    if (repeated > MOST_REPEATED) {
      throw wrong(
          "repeats more than %s values by aliases".formatted(MOST_REPEATED),
          alias,
          "Use fewer aliases");
    }
    return anchored.value();
  }

  private ArrayNode list(int depth) {
    ArrayNode items = NODES.arrayNode();
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      items.add(value(depth + 1));
    }
    events.getEvent();
    return items;
  }

  private ObjectNode mapping(int depth) {
    ObjectNode entries = NODES.objectNode();
    List<JsonNode> merged = new ArrayList<>();
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Event key = events.getEvent();
      if (!(key instanceof ScalarEvent name) || isShortForm(name.getTag())) {
        throw wrong("has a key that is no text", key, "Write the key as text");
      }
      String text = name.getValue();
      if (name.isPlain() && text.equals("<<")) {
        merged.add(value(depth + 1));
        continue;
      }
      note(text, depth, key);
      JsonNode value = value(depth + 1);
      if (entries.has(text)) {
        throw wrong("has the key \"" + text + "\" twice", key, "Remove one of the two");
      }
      entries.set(text, value);
    }
    merge(entries, merged, events.getEvent());
    return entries;
  }

  private void note(String key, int depth, Event event) {
    if (depth == 1) {
      section = key;
    } else if (depth == 2 && section.equals("Resources")) {
      lines.put(key, line(event));
    }
  }

  /** An entry of the mapping itself counts before a merged one, and that before the next. */
  private void merge(ObjectNode entries, List<JsonNode> merged, Event end) {
    for (JsonNode all : merged) {
      for (JsonNode each : Wiring.list(all)) {
        if (!each.isObject()) {
          throw wrong(
              "merges what is no mapping by <<, in the mapping that ends", end, file.formats());
        }
        each.properties().forEach(it -> entries.putIfAbsent(it.getKey(), it.getValue()));
      }
    }
  }

  private JsonNode scalar(ScalarEvent event) {
    String text = event.getValue();
    String tag = event.getTag();
    if (tag == null || tag.equals("!")) {
      boolean isPlain = event.getImplicit().canOmitTagInPlainScalar();
      tag = resolver.resolve(NodeId.scalar, text, isPlain).getValue();
    }
    return switch (tag) {
      case STANDARD + "null" -> NullNode.getInstance();
      case STANDARD + "bool" ->
          BooleanNode.valueOf(Set.of("true", "yes", "on").contains(text.toLowerCase(Locale.ROOT)));
      case STANDARD + "int" -> number(text);
      case STANDARD + "str",
          STANDARD + "float",
          STANDARD + "timestamp",
          STANDARD + "merge",
          STANDARD + "value" ->
          TextNode.valueOf(text);
      default -> tagged(tag, TextNode.valueOf(text), event);
    };
  }

  private static JsonNode number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return TextNode.valueOf(text);
    }
    long number = Long.parseLong(text);
    return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
  }

  private JsonNode tagged(@Nullable String tag, JsonNode value, Event event) {
    if (tag == null || Set.of("!", STANDARD + "map", STANDARD + "seq").contains(tag)) {
      return value;
    }
    if (!isShortForm(tag)) {
      throw wrong(
          "has the tag " + tag + ", which CloudFormation does not have", event, "Remove the tag");
    }
    String name = tag.substring(1);
    return NODES
        .objectNode()
        .set(Set.of("Ref", "Condition").contains(name) ? name : "Fn::" + name, value);
  }

  private static boolean isShortForm(@Nullable String tag) {
    return tag != null && SHORT_FORM.matcher(tag).matches();
  }

  private static int line(Event event) {
    return event.getStartMark().getLine() + 1;
  }

  private OperationException wrong(String problem, Event event, String remedy) {
    return file.wrong(problem + ", in line " + line(event), remedy);
  }
}
