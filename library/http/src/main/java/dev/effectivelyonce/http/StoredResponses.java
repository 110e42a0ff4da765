package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Converts answers to what a record keeps, and back. The form is JSON: {@code status}, {@code
 * headers}, and the content as {@code body}, {@code base64} or, where it was too large, {@code
 * omittedBytes}.
 */
final class StoredResponses {
  /**
   * An answer that was kept.
   *
   * @param omittedBytes the size of its content, where that was too large to keep
   */
  record Kept(ApiResponse answer, OptionalInt omittedBytes) {}

  private final JsonFactory json;
  private final Set<String> headers;
  private final int maxBytes;

  /**
   * @param headers the names of the headers that are kept, in lower case
   * @param maxBytes the limit of a record's result
   */
  StoredResponses(JsonFactory json, Set<String> headers, int maxBytes) {
    this.json = json;
    this.headers = Set.copyOf(headers);
    this.maxBytes = maxBytes;
  }

  String write(ApiResponse answer) throws IOException {
    String whole = write(answer, OptionalInt.empty());
    return whole.getBytes(StandardCharsets.UTF_8).length <= maxBytes
        ? whole
        : write(answer, OptionalInt.of(answer.body().bytes().length));
  }

  private String write(ApiResponse answer, OptionalInt omittedBytes) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = json.createGenerator(text)) {
      generator.writeStartObject();
      generator.writeNumberField("status", answer.status());
      generator.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : answer.headers().entrySet()) {
        if (headers.contains(header.getKey())) {
          generator.writeStringField(header.getKey(), header.getValue());
        }
      }
      generator.writeEndObject();
      if (omittedBytes.isPresent()) {
        generator.writeNumberField("omittedBytes", omittedBytes.getAsInt());
      } else {
        write(answer.body(), generator);
      }
      generator.writeEndObject();
    }
    return text.toString();
  }

  private static void write(ApiBody body, JsonGenerator generator) throws IOException {
    switch (body) {
      case ApiBody.Text(String value) -> generator.writeStringField("body", value);
      case ApiBody.Base64(String value) -> generator.writeStringField("base64", value);
    }
  }

  /** Returns the answer; empty if this class did not write the text. */
  Optional<Kept> read(String text) {
    try (JsonParser parser = json.createParser(text)) {
      parser.nextToken();
      return Optional.of(read(parser));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Kept read(JsonParser parser) throws IOException {
    int status = 0;
    Map<String, String> headers = Map.of();
    ApiBody body = ApiBody.none();
    OptionalInt omittedBytes = OptionalInt.empty();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "status" -> status = parser.getIntValue();
        case "headers" -> headers = headers(parser);
        case "body" -> body = ApiBody.of(parser.getText());
        case "base64" -> body = new ApiBody.Base64(parser.getText());
        case "omittedBytes" -> omittedBytes = OptionalInt.of(parser.getIntValue());
        default -> parser.skipChildren();
      }
    }
    return new Kept(new ApiResponse(status, headers, List.of(), body), omittedBytes);
  }

  private static Map<String, String> headers(JsonParser parser) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      headers.put(name, parser.getText());
    }
    return headers;
  }
}
