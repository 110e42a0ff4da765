package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * A request as API Gateway's HTTP APIs and Lambda's function URLs pass it (payload format 2.0).
 *
 * @param method in upper case
 * @param path as sent, without the query
 * @param query as sent, without the question mark; empty where there is none
 * @param route API Gateway's route key, such as {@code POST /payments/{id}}; {@code $default} for
 *     function URLs
 * @param headers by their names in lower case; a header sent several times has its values joined by
 *     commas
 * @param body the content
 * @param event every other text, number and boolean of the event by its JSON pointer (RFC 6901)
 */
public record ApiRequest(
    String method,
    String path,
    String query,
    String route,
    Map<String, String> headers,
    ApiBody body,
    Map<String, String> event) {
  /** Changes header names to lower case. */
  public ApiRequest {
    headers = HeaderNames.normal(headers);
    event = Map.copyOf(event);
  }

  /**
   * Reads the event that Lambda passes.
   *
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is JSON, but no request of payload format 2.0
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

  /** Returns a text without headers and content, since this text ends up in logs. */
  @Override
  public String toString() {
    return "HttpRequest[" + method + " " + path + "]";
  }
}
