package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A template of the tests, with changes. */
record ChangedTemplate(JsonNode root) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static ChangedTemplate of(String name) {
    return new ChangedTemplate(tree(read(Path.of("src/test/resources/check", name + ".json"))));
  }

  /** Each a pointer below the resources and a value, or none to remove it; two spaces between. */
  ChangedTemplate with(String changes) {
    for (String change : changes.split("  +", -1)) {
      String[] sides = change.strip().split(" ", 2);
      JsonPointer pointer = JsonPointer.compile("/Resources" + sides[0]);
      JsonNode parent = root.at(pointer.head());
      String last = pointer.last().getMatchingProperty();
      if (sides.length == 1) {
        ((ObjectNode) parent).remove(List.of(last));
      } else if (parent instanceof ArrayNode list) {
        list.set(Integer.parseInt(last), tree(sides[1]));
      } else {
        ((ObjectNode) parent).set(last, tree(sides[1]));
      }
    }
    return this;
  }

  CheckedTemplate check(Path directory) {
    try {
      Path file = directory.resolve("template.json");
      Files.writeString(file, root.toPrettyString());
      return TemplateFile.check(file, "template.json", List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(json, e);
    }
  }
}
