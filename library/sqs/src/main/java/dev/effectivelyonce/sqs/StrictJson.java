package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;

/** Reads JSON by Jackson, and refuses what two readers could understand as two values. */
final class StrictJson {
  private static final String REPETITION = "Duplicate field '";

  private StrictJson() {}

  /**
   * Returns the value that a reader makes of a text.
   *
   * @throws JsonProcessingException if it makes none, or the text names a member twice, also where
   *     the reader would skip it
   */
  static <T> T read(ObjectReader reader, String text, Class<T> type)
      throws JsonProcessingException {
    try (JsonParser parser = reader.createParser(text)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      return reader.readValue(parser, type);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw JsonMappingException.fromUnexpectedIOE(e);
    }
  }

  /** Returns whether a member that is there twice is why a text was refused. */
  static boolean isRepetition(Throwable fault) {
    return fault instanceof JsonProcessingException parsing
        && (parsing.getOriginalMessage().startsWith(REPETITION)
            || (fault.getCause() != null && isRepetition(fault.getCause())));
  }
}
