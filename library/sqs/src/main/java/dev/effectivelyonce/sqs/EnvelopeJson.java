package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The members of an envelope's JSON. What is inside stays as it is written: keys and fingerprints
 * are made of its digits.
 *
 * @param name of the envelope, for texts
 */
record EnvelopeJson(String name, Map<String, Part> members) {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** The kinds of a part that envelopes tell apart. */
  enum Kind {
    STRING,
    OBJECT,
    ARRAY,
    OTHER
  }

  /** A value: of a string its characters, else its JSON as it is written. */
  record Part(Kind kind, String text) {}

  /** The use of a parser. */
  private interface Use<T> {
    T of(JsonParser parser) throws IOException;
  }

  /**
   * Reads an envelope.
   *
   * @throws UnreadableMessageException if it is not a JSON object, or names a member twice
   */
  static EnvelopeJson of(String name, String text) {
    return new EnvelopeJson(name, parsed(name, text, parser -> members(name, parser, text)));
  }

  /** Returns the envelope; empty if the text is none that {@link #of} reads. */
  static Optional<EnvelopeJson> perhaps(String name, String text) {
    try {
      return Optional.of(of(name, text));
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the elements of an array.
   *
   * @throws UnreadableMessageException if there are more than the limit
   */
  static List<Part> elements(String name, String array, int limit) {
    return parsed(name, array, parser -> elements(name, parser, array, limit));
  }

  /**
   * Returns the string of a member.
   *
   * @throws UnreadableMessageException if there is none
   */
  String string(String member) {
    return get(member, Kind.STRING).orElseThrow(() -> unreadable(name, "no " + member));
  }

  /** Returns a member of a kind, if there is one. */
  Optional<String> get(String member, Kind kind) {
    return Optional.ofNullable(members.get(member))
        .filter(part -> part.kind == kind)
        .map(Part::text);
  }

  static UnreadableMessageException unreadable(String name, String problem) {
    return new UnreadableMessageException(
        name + " envelope: " + problem,
        "Send what the consumer declares by envelope(...), or declare what is sent");
  }

  private static <T> T parsed(String name, String text, Use<T> use) {
    try (JsonParser parser = JSON.createParser(text)) {
      parser.nextToken();
      T result = use.of(parser);
      if (parser.nextToken() != null) {
        throw unreadable(name, "text behind its JSON");
      }
      return result;
    } catch (JsonProcessingException e) {
      throw unreadable(name, StrictJson.isRepetition(e) ? "a member is there twice" : "no JSON");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Part> members(String name, JsonParser parser, String text)
      throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw unreadable(name, "no JSON object");
    }
    Map<String, Part> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      parser.nextToken();
      members.put(member, part(parser, text));
    }
    return members;
  }

  private static List<Part> elements(String name, JsonParser parser, String text, int limit)
      throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw unreadable(name, "no JSON array");
    }
    List<Part> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (elements.size() == limit) {
        throw unreadable(name, String.format(Locale.ROOT, "more than %,d events", limit));
      }
      elements.add(part(parser, text));
    }
    return elements;
  }

  private static Part part(JsonParser parser, String text) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> new Part(Kind.STRING, parser.getText());
      case START_OBJECT -> new Part(Kind.OBJECT, written(parser, text));
      case START_ARRAY -> new Part(Kind.ARRAY, written(parser, text));
      default -> new Part(Kind.OTHER, parser.getText());
    };
  }

  private static String written(JsonParser parser, String text) throws IOException {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    return text.substring(start, (int) parser.currentLocation().getCharOffset());
  }
}
