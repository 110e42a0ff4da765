package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.effectivelyonce.core.ByteOrderMark;
import dev.effectivelyonce.core.Causes;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON by Jackson, and refuses what two readers could understand as two values. A byte order
 * mark before it is passed over.
 */
final class StrictJson {
  private static final String REPETITION = "Duplicate field '";

  /** An exponent beyond 1,000, which is as many digits as Jackson takes in a number. */
  private static final Pattern TOO_LARGE = Pattern.compile("(?U)[eE][+-]?0*+(?!1000$)\\d{4,}$");

  private StrictJson() {}

  /**
   * Returns the value that a reader makes of a text.
   *
   * @throws JsonProcessingException if it makes none. The same holds where the text names a member
   *     twice, or an exponent is beyond 1,000, also in what the reader skips
   */
  static <T> T read(ObjectReader reader, String text, PayloadType<T> type)
      throws JsonProcessingException {
    try (JsonParser parser = new Bounded(reader.createParser(ByteOrderMark.removedFrom(text)))) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      return reader.readValue(parser, reader.getTypeFactory().constructType(type.type()));
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw JsonMappingException.fromUnexpectedIOE(e);
    }
  }

  /** Returns a body, without whose mark it is already: a second one is no part of JSON. */
  static String unmarked(String body) {
    if (!ByteOrderMark.removedFrom(body).equals(body)) {
      throw new UnreadableMessageException(
          "The body is not JSON: two byte order marks are before it", "Send it with one or none");
    }
    return body;
  }

  /** Returns what a text is refused by that names a member twice. */
  static JsonParseException repetition(JsonParser parser, String name) {
    return new JsonParseException(parser, REPETITION + name + "'");
  }

  /** Returns whether a member that is there twice is why a text was refused. */
  static boolean isRepetition(Throwable fault) {
    return Causes.of(fault)
        .takeWhile(it -> it instanceof JsonProcessingException)
        .anyMatch(it -> String.valueOf(it.getMessage()).startsWith(REPETITION));
  }

  /** Refuses a number whose digits would fill the memory of whoever computes with it. */
  static void bound(String number, JsonParser parser) throws StreamConstraintsException {
    if (TOO_LARGE.matcher(number).find()) {
      throw new StreamConstraintsException(
          "The exponent of a number is beyond 1,000", parser.currentLocation());
    }
  }

  /** Goes by each token, also of what a reader skips. */
  abstract static class StepByStep extends JsonParserDelegate {
    StepByStep(JsonParser parser) {
      super(parser);
    }

    @Override
    public @Nullable JsonToken nextValue() throws IOException {
      JsonToken token = nextToken();
      return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }

    @Override
    public JsonParser skipChildren() throws IOException {
      int depth = isExpectedStartObjectToken() || isExpectedStartArrayToken() ? 1 : 0;
      while (depth > 0) {
        JsonToken token = nextToken();
        if (token == null) {
          return this;
        }
        depth += token.isStructStart() ? 1 : 0;
        depth -= token.isStructEnd() ? 1 : 0;
      }
      return this;
    }
  }

  /** Bounds each number. */
  private static final class Bounded extends StepByStep {
    Bounded(JsonParser parser) {
      super(parser);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      return checked(super.nextToken());
    }

    private @Nullable JsonToken checked(@Nullable JsonToken token) throws IOException {
      if (token == JsonToken.VALUE_NUMBER_FLOAT) {
        bound(getText(), this);
      }
      return token;
    }
  }
}
