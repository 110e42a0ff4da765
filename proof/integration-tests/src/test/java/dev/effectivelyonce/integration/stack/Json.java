package dev.effectivelyonce.integration.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;

/** JSON to and from text. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** The text of maps, lists and values. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a text says. */
  public static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A text without blanks between its members, or as it is if it is no JSON. LocalStack's event
   * source mapping writes a body anew, with blanks, and a function's dead letter has what it got.
   */
  public static String compact(String body) {
    try {
      return MAPPER.readTree(body).toString();
    } catch (JsonProcessingException notJson) {
      return body;
    }
  }
}
