package dev.effectivelyonce.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An answer.
 *
 * @param status 200 to 599
 * @param headers by their names in lower case
 * @param cookies values of {@code Set-Cookie}; they go out once and are never kept
 * @param body the content
 */
public record ApiResponse(
    int status, Map<String, String> headers, List<String> cookies, ApiBody body) {
  private static final int LEAST_STATUS = 200;
  private static final int GREATEST_STATUS = 599;

  /**
   * Brings header names to lower case.
   *
   * @throws IllegalArgumentException if the status is not that of a final answer
   */
  public ApiResponse {
    if (status < LEAST_STATUS || status > GREATEST_STATUS) {
      throw new IllegalArgumentException("The status " + status + " is not from 200 to 599");
    }
    headers = HeaderNames.normal(headers);
    cookies = List.copyOf(cookies);
  }

  /** An answer without content. */
  public static ApiResponse of(int status) {
    return new ApiResponse(status, Map.of(), List.of(), ApiBody.none());
  }

  /** An answer of JSON, given as its text. */
  public static ApiResponse json(int status, String json) {
    return of(status).header("content-type", "application/json").body(ApiBody.of(json));
  }

  /** The same answer with a header, in place of one of that name. */
  public ApiResponse header(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(HeaderNames.normal(name), value);
    return new ApiResponse(status, more, cookies, body);
  }

  /** The same answer without a header. */
  ApiResponse without(String name) {
    Map<String, String> fewer = new HashMap<>(headers);
    fewer.remove(HeaderNames.normal(name));
    return new ApiResponse(status, fewer, cookies, body);
  }

  /** The same answer with one more cookie, as the value of {@code Set-Cookie}. */
  public ApiResponse cookie(String value) {
    List<String> more = Stream.concat(cookies.stream(), Stream.of(value)).toList();
    return new ApiResponse(status, headers, more, body);
  }

  /** The same answer with other content. */
  public ApiResponse body(ApiBody content) {
    return new ApiResponse(status, headers, cookies, content);
  }

  /** Neither headers nor content: this text ends up in logs. */
  @Override
  public String toString() {
    return "HttpResponse[" + status + "]";
  }

  /** The value of a header, by its name in any case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(HeaderNames.normal(name)));
  }
}
