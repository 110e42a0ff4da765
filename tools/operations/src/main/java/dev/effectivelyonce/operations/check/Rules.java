package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The rules, which are data that any language can read. */
public final class Rules {
  private static final Rules STANDARD = new Rules(read("rules.json"));

  private final JsonNode file;

  private Rules(JsonNode file) {
    this.file = file;
  }

  /** Returns those of this version. */
  public static Rules standard() {
    return STANDARD;
  }

  /** Returns all of them, in their order. */
  public List<Rule> rules() {
    return Wiring.list(file.path("rules")).stream().map(Rule::new).toList();
  }

  JsonNode lists() {
    return file.path("lists");
  }

  static JsonNode read(String name) {
    try (InputStream data = Objects.requireNonNull(Rules.class.getResourceAsStream(name), name)) {
      return new ObjectMapper().readTree(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
