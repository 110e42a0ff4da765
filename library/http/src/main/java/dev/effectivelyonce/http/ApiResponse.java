package dev.effectivelyonce.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A response.
 *
 * @param status 200 to 599
 * @param headers the headers by their names in lower case
 * @param cookies the values of {@code Set-Cookie}; they are sent once and never kept
 * @param body the content
 */
public record ApiResponse(
    int status, Map<String, String> headers, List<String> cookies, ApiBody body) {
  private static final int LEAST_STATUS = 200;
  private static final int GREATEST_STATUS = 599;

  /**
   * Converts header names to lower case.
   *
   * @throws IllegalArgumentException if the status is not that of a final response
   */
  public ApiResponse {
    if (status < LEAST_STATUS || status > GREATEST_STATUS) {
      throw new IllegalArgumentException("The status " + status + " is not from 200 to 599");
    }
    headers = HeaderNames.normal(headers);
    cookies = List.copyOf(cookies);
    // Noticed in the handler, and not after its effect.
    Objects.requireNonNull(body, "The body of a response is null; ApiBody.none() is an empty one");
  }

  /** Returns a response without content. */
  public static ApiResponse of(int status) {
    return new ApiResponse(status, Map.of(), List.of(), ApiBody.none());
  }

  /** Returns a response with JSON content. */
  public static ApiResponse json(int status, String json) {
    return of(status).header("content-type", "application/json").body(ApiBody.of(json));
  }

  /** Returns this response with a header, which replaces a header with the same name. */
  public ApiResponse header(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(HeaderNames.normal(name), value);
    return new ApiResponse(status, more, cookies, body);
  }

  /** Returns this answer without a header. */
  ApiResponse without(String name) {
    Map<String, String> fewer = new HashMap<>(headers);
    fewer.remove(HeaderNames.normal(name));
    return new ApiResponse(status, fewer, cookies, body);
  }

  /** Returns this response with a further cookie, given as the value of {@code Set-Cookie}. */
  public ApiResponse cookie(String value) {
    List<String> more = Stream.concat(cookies.stream(), Stream.of(value)).toList();
    return new ApiResponse(status, headers, more, body);
  }

  /** Returns this response with other content. */
  public ApiResponse body(ApiBody content) {
    return new ApiResponse(status, headers, cookies, content);
  }

  /** Returns a text without headers and content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "HttpResponse[" + status + "]";
  }

  /** Returns the value of a header, by its name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(HeaderNames.normal(name)));
  }
}
