package dev.effectivelyonce.spring;

import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.Caller;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.servlet.HandlerMapping;

/** A request whose content was read for its fingerprint, and is there for the method again. */
final class ReadRequest extends HttpServletRequestWrapper {
  private static final String PATH_PARAMETERS = "/pathParameters/";
  private static final String PRINCIPAL_NAME = "/principal";

  /** The name of the one whom the server, such as by Spring Security, has authenticated. */
  static final Caller PRINCIPAL = request -> request.at(PRINCIPAL_NAME);

  private final byte[] content;

  private ReadRequest(HttpServletRequest request, byte[] content) {
    super(request);
    this.content = content;
  }

  /**
   * @throws HttpMediaTypeNotSupportedException if its content has several parts, which the server
   *     has read already
   */
  static ReadRequest of(HttpServletRequest request)
      throws IOException, HttpMediaTypeNotSupportedException {
    String type = Objects.requireNonNullElse(request.getContentType(), "");
    if (StringUtils.startsWithIgnoreCase(type, "multipart/")) {
      throw new HttpMediaTypeNotSupportedException(
          "A method with @Once takes no multipart request");
    }
    if (!StringUtils.startsWithIgnoreCase(type, MediaType.APPLICATION_FORM_URLENCODED_VALUE)) {
      return new ReadRequest(request, request.getInputStream().readAllBytes());
    }
    // Most forms were read by the server or a filter, which has their fields. Others are unread.
    byte[] fields = form(request.getParameterMap());
    byte[] unread = request.getInputStream().readAllBytes();
    return new ReadRequest(request, unread.length == 0 ? fields : unread);
  }

  private static byte[] form(Map<String, String[]> fields) {
    return fields.entrySet().stream()
        .flatMap(field -> Stream.of(field.getValue()).map(value -> pair(field.getKey(), value)))
        .collect(Collectors.joining("&"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Spring's filter has null for the value of a field without an equals sign. */
  private static String pair(String name, @Nullable String value) {
    return value == null ? encoded(name) : encoded(name) + "=" + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Returns the request as the rules for its key see it. */
  ApiRequest seen() {
    Map<String, String> headers = new HashMap<>();
    for (String name : Collections.list(getHeaderNames())) {
      headers.put(name, String.join(",", Collections.list(getHeaders(name))));
    }
    Map<String, String> event = new HashMap<>();
    if (getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> path) {
      path.forEach((name, value) -> event.put(PATH_PARAMETERS + name, String.valueOf(value)));
    }
    // A principal may have no name, such as that of a token without a subject.
    Optional.ofNullable(getUserPrincipal())
        .map(Principal::getName)
        .ifPresent(name -> event.put(PRINCIPAL_NAME, name));
    return new ApiRequest(
        getMethod(),
        getRequestURI(),
        Objects.requireNonNullElse(getQueryString(), ""),
        getMethod() + " " + getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE),
        headers,
        HeldResponse.body(content),
        event);
  }

  /** Returns what expressions know of a request. */
  static Map<String, @Nullable Object> known(ApiRequest request) {
    Map<String, String> path =
        request.event().entrySet().stream()
            .filter(it -> it.getKey().startsWith(PATH_PARAMETERS))
            .collect(
                Collectors.toMap(
                    it -> it.getKey().substring(PATH_PARAMETERS.length()), Map.Entry::getValue));
    return Map.of("headers", request.headers(), "path", path);
  }

  @Override
  public ServletInputStream getInputStream() {
    ByteArrayInputStream bytes = new ByteArrayInputStream(content);
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        return bytes.read(into, offset, length);
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("The content is there already");
      }
    };
  }

  @Override
  public BufferedReader getReader() {
    Charset charset =
        Charset.forName(
            Objects.requireNonNullElse(getCharacterEncoding(), StandardCharsets.UTF_8.name()));
    return new BufferedReader(new InputStreamReader(getInputStream(), charset));
  }

  /** No, since the answer would not be there when its record is. */
  @Override
  public boolean isAsyncSupported() {
    return false;
  }

  @Override
  public AsyncContext startAsync() {
    throw new IllegalStateException("The answer of a method with @Once can't come later");
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
    return startAsync();
  }
}
