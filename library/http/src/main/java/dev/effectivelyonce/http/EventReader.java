package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the event of a request: payload format 2.0. */
final class EventReader {
  private static final String VERSION = "2.0";
  private static final String REMEDY =
      "Invoke the function from a function URL, or from an HTTP API with payload format 2.0";

  private final JsonFactory json;

  EventReader(JsonFactory json) {
    this.json = json;
  }

  /**
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is JSON, but no request of format 2.0
   */
  ApiRequest read(InputStream input) throws IOException {
    Map<String, String> headers = new HashMap<>();
    Map<String, String> event = new HashMap<>();
    try (JsonParser parser = json.createParser(input)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
          put(parser.getParsingContext().pathAsPointer(), parser.getText(), headers, event);
        }
      }
    }
    return request(headers, event);
  }

  private static void put(
      JsonPointer at, String value, Map<String, String> headers, Map<String, String> event) {
    if ("headers".equals(at.getMatchingProperty()) && !at.tail().matches()) {
      headers.put(at.tail().getMatchingProperty(), value);
    } else {
      event.put(at.toString(), value);
    }
  }

  private static ApiRequest request(Map<String, String> headers, Map<String, String> event) {
    checkVersion(Optional.ofNullable(event.get("/version")).orElse("missing"));
    String content = event.remove("/body");
    boolean isBase64 = "true".equals(event.get("/isBase64Encoded"));
    return new ApiRequest(
        required("/requestContext/http/method", event),
        required("/rawPath", event),
        event.getOrDefault("/rawQueryString", ""),
        event.getOrDefault("/routeKey", "$default"),
        headers,
        content == null ? ApiBody.none() : body(content, isBase64),
        event);
  }

  private static ApiBody body(String content, boolean isBase64) {
    return isBase64 ? new ApiBody.Base64(content) : new ApiBody.Text(content);
  }

  private static void checkVersion(String version) {
    if (!version.equals(VERSION)) {
      throw new ConfigurationException(
          "The event is no request of payload format 2.0: its version is " + version, REMEDY);
    }
  }

  private static String required(String pointer, Map<String, String> event) {
    return Optional.ofNullable(event.get(pointer))
        .orElseThrow(() -> new ConfigurationException("The event has no " + pointer, REMEDY));
  }
}
