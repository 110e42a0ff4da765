package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * A request from an HTTP API of API Gateway or from a Lambda function URL (payload format 2.0).
 *
 * @param method the method in upper case
 * @param path the path as sent, without the query
 * @param query the query as sent, without the question mark; empty if there is none
 * @param route API Gateway's route key, such as {@code POST /payments/{id}}; {@code $default} for
 *     function URLs
 * @param headers the headers by their names in lower case; the values of a repeated header are
 *     joined by commas
 * @param body the content
 * @param event all other texts, numbers and booleans of the event by their JSON pointers (RFC 6901)
 */
public record ApiRequest(
    String method,
    String path,
    String query,
    String route,
    Map<String, String> headers,
    ApiBody body,
    Map<String, String> event) {
  /** Converts header names to lower case. */
  public ApiRequest {
    headers = HeaderNames.normal(headers);
    event = Map.copyOf(event);
  }

  /**
   * Reads the event that Lambda passes.
   *
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if the event is JSON but not a request of payload format 2.0
   */
  public static ApiRequest read(InputStream event) throws IOException {
    return new EventReader(new JsonFactory()).read(event);
  }

  /** Returns the value of a header, by its name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(HeaderNames.normal(name)));
  }

  /**
   * Returns the value in the event at a JSON pointer, such as {@code
   * /requestContext/authorizer/jwt/claims/scope} or {@code /pathParameters/id}.
   */
  public Optional<String> at(String pointer) {
    return Optional.ofNullable(event.get(pointer));
  }

  /** Returns a text without headers and content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "HttpRequest[" + method + " " + path + "]";
  }
}
