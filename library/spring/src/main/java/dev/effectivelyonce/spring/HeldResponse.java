package dev.effectivelyonce.spring;

import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** An answer that is held back until its record says that it counts. */
final class HeldResponse extends ContentCachingResponseWrapper {
  private final HttpServletResponse held;

  /** Those that filters and CORS have set. */
  private final Map<String, List<String>> before;

  HeldResponse(HttpServletResponse held) {
    super(held);
    this.held = held;
    this.before = headers();
  }

  private Map<String, List<String>> headers() {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    held.getHeaderNames().forEach(name -> headers.put(name, List.copyOf(held.getHeaders(name))));
    return headers;
  }

  /** Returns the answer as the method, its converters or an exception handler have written it. */
  ApiResponse answer() {
    Map<String, List<String>> added = headers();
    before.forEach(
        (name, values) ->
            added.computeIfPresent(
                name, (same, now) -> now.stream().filter(it -> !values.contains(it)).toList()));
    List<String> cookies =
        Objects.requireNonNullElse(added.remove(HttpHeaders.SET_COOKIE), List.of());
    Map<String, String> joined = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    added.forEach(
        (name, values) -> {
          if (!values.isEmpty()) {
            joined.put(name, String.join(", ", values));
          }
        });
    String type = getContentType();
    if (type != null) {
      joined.put(HttpHeaders.CONTENT_TYPE, type);
    }
    return new ApiResponse(getStatus(), joined, cookies, body(getContentAsByteArray()));
  }

  /** Returns content as text if it is UTF-8, of which a record has room for more. */
  static ApiBody body(byte[] content) {
    try {
      return ApiBody.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException e) {
      return ApiBody.of(content);
    }
  }

  /** Sends the answer that counts, in place of what is held. */
  void send(ApiResponse answer) throws IOException {
    held.reset();
    before.forEach((name, values) -> values.forEach(value -> held.addHeader(name, value)));
    held.setStatus(answer.status());
    answer
        .headers()
        .forEach(
            (name, value) -> {
              if (name.equalsIgnoreCase(HttpHeaders.VARY)) {
                held.addHeader(name, value);
              } else {
                held.setHeader(name, value);
              }
            });
    answer.cookies().forEach(it -> held.addHeader(HttpHeaders.SET_COOKIE, it));
    byte[] content = answer.body().bytes();
    if (content.length > 0) {
      held.setContentLength(content.length);
      held.getOutputStream().write(content);
    }
  }

  /** Writes a problem, since the server's page for errors is made after the record. */
  @Override
  public void sendError(int code) throws IOException {
    resetBuffer();
    setStatus(code);
    setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    HttpStatus known = HttpStatus.resolve(code);
    String problem =
        "{\"title\":\"%s\",\"status\":%s}"
            .formatted(known == null ? "Error" : known.getReasonPhrase(), code);
    getOutputStream().write(problem.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void sendError(int code, String reason) throws IOException {
    sendError(code);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    sendRedirect(location, SC_FOUND, true);
  }

  @Override
  public void sendRedirect(String location, boolean isClearing) throws IOException {
    sendRedirect(location, SC_FOUND, isClearing);
  }

  @Override
  public void sendRedirect(String location, int code) throws IOException {
    sendRedirect(location, code, true);
  }

  @Override
  public void sendRedirect(String location, int code, boolean isClearing) {
    resetBuffer();
    setStatus(code);
    setHeader(HttpHeaders.LOCATION, location);
  }
}
