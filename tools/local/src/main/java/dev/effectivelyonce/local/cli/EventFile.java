package dev.effectivelyonce.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A sample invocation: `{"function", "description"?, "rows"?: {OUTPUT: [ROW, ...]}, "event"}`.
 *
 * @param function the last part of the package of the function's handler, such as orders
 * @param rows what the event needs in tables, by the outputs that name these
 */
record EventFile(String function, String description, JsonNode rows, JsonNode event) {
  /**
   * Reads a file.
   *
   * @throws LocalRunnerException if it is missing, is not JSON, or names no function or event
   */
  static EventFile read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new LocalRunnerException(
          "No event file at " + file + ". Give one with -Devent=FILE; samples are in events/.");
    }
    JsonNode json = json(file);
    String function = json.path("function").asText("");
    if (function.isBlank() || !json.path("event").isObject()) {
      throw new LocalRunnerException(
          "The event file %s must be an object with a text \"function\" and an object \"event\"."
              .formatted(file));
    }
    return new EventFile(
        function, json.path("description").asText(""), json.path("rows"), json.path("event"));
  }

  private static JsonNode json(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new LocalRunnerException(
          "The event file %s is not JSON: %s".formatted(file, e.getMessage()), e);
    }
  }
}
