package dev.effectivelyonce.http;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rules by which web pages of other origins may call an API from a browser and read its
 * responses. The CORS headers are added to every response, including problems and replayed
 * responses, and replace those of a handler. Credentials such as cookies are not allowed.
 *
 * @param origins the origins, such as {@code https://shop.example}; only {@code *} for any origin
 * @param methods the methods that a page may use
 * @param headers the headers that a page may send, in lower case
 * @param exposed the headers of a response that a page may read, in lower case
 * @param maxAge how long a browser may cache the response to a preflight request
 */
public record Cors(
    Set<String> origins,
    Set<String> methods,
    Set<String> headers,
    Set<String> exposed,
    Duration maxAge) {
  private static final String ANY = "*";
  private static final String ORIGIN = "origin";
  private static final String VARY = "vary";
  private static final String ALLOW_ORIGIN = "access-control-allow-origin";
  private static final int NO_CONTENT = 204;

  private static final Set<String> METHODS = Set.of("DELETE", "GET", "PATCH", "POST", "PUT");

  private static final Set<String> HEADERS =
      Set.of("authorization", "content-type", IdempotencyKeyHeader.NAME);

  private static final Set<String> EXPOSED =
      Set.of("idempotency-key-expires", "idempotent-replayed", "location", "retry-after");

  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  /** A browser sends scheme, host and port alone, in lower case, without a slash at the end. */
  private static final Pattern ORIGIN_FORM =
      Pattern.compile("[a-z][a-z0-9+.-]*://[a-z0-9._-]+(?::[0-9]{1,5})?");

  /** The names of methods and headers (RFC 9110). */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /**
   * Converts header names to lower case.
   *
   * @throws ConfigurationException if there is no origin, an origin or the name of a method or
   *     header is not valid, or the age is negative
   */
  public Cors {
    check(!origins.isEmpty(), "origins", "none", "Name one or more, such as https://shop.example");
    if (!origins.equals(Set.of(ANY))) {
      checkAll(ORIGIN_FORM, "origins", origins, "Use scheme, host and port, as a browser sends it");
    }
    checkAll(TOKEN, "methods", methods, "Use names such as POST");
    checkAll(TOKEN, "headers", headers, "Use names such as Idempotency-Key");
    checkAll(TOKEN, "exposed headers", exposed, "Use names such as Retry-After");
    check(!maxAge.isNegative(), "maxAge", maxAge.toString(), "Set PT0S or more");
    origins = Set.copyOf(origins);
    methods = Set.copyOf(methods);
    headers = normal(headers);
    exposed = normal(exposed);
  }

  /**
   * Returns rules for pages of these origins. The pages may use DELETE, GET, PATCH, POST and PUT,
   * send the headers Authorization, Content-Type and Idempotency-Key, and read
   * Idempotency-Key-Expires, Idempotent-Replayed, Location and Retry-After. A browser may cache the
   * response to a preflight request for 10 minutes.
   *
   * @throws ConfigurationException if an origin is not valid
   */
  public static Cors of(String... origins) {
    return new Cors(Set.copyOf(Arrays.asList(origins)), METHODS, HEADERS, EXPOSED, MAX_AGE);
  }

  /** Returns rules for pages of any origin, otherwise like {@link #of}. */
  public static Cors anyOrigin() {
    return of(ANY);
  }

  /** Returns these rules with other methods. */
  public Cors withMethods(String... names) {
    Set<String> others =
        Arrays.stream(names)
            .map(name -> name.toUpperCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    return new Cors(origins, others, headers, exposed, maxAge);
  }

  /** Returns these rules with further headers that a page may send. */
  public Cors withHeaders(String... names) {
    return new Cors(origins, methods, and(headers, names), exposed, maxAge);
  }

  /** Returns these rules with further headers that a page may read. */
  public Cors withExposed(String... names) {
    return new Cors(origins, methods, headers, and(exposed, names), maxAge);
  }

  /**
   * Returns these rules with another time for which a browser may cache the response to a preflight
   * request.
   */
  public Cors withMaxAge(Duration kept) {
    return new Cors(origins, methods, headers, exposed, kept);
  }

  /** Returns the answer if a browser asks what it may send. */
  Optional<ApiResponse> preflight(ApiRequest request) {
    boolean isPreflight =
        request.method().equals("OPTIONS")
            && request.header(ORIGIN).isPresent()
            && request.header("access-control-request-method").isPresent();
    if (!isPreflight) {
      return Optional.empty();
    }
    ApiResponse answer = varying(ApiResponse.of(NO_CONTENT));
    return Optional.of(
        allowed(request)
            .map(
                origin ->
                    answer
                        .header(ALLOW_ORIGIN, origin)
                        .header("access-control-allow-methods", joined(methods))
                        .header("access-control-allow-headers", joined(headers))
                        .header("access-control-max-age", Long.toString(maxAge.toSeconds())))
            .orElse(answer));
  }

  /** Returns an answer with what lets the page that sent the request read it. */
  ApiResponse on(ApiResponse answer, ApiRequest request) {
    ApiResponse varying = varying(answer.without(ALLOW_ORIGIN));
    return allowed(request)
        .map(
            origin ->
                varying
                    .header(ALLOW_ORIGIN, origin)
                    .header("access-control-expose-headers", joined(exposed)))
        .orElse(varying);
  }

  /** Returns the origin to allow: that of the request, if it may call. */
  private Optional<String> allowed(ApiRequest request) {
    return request
        .header(ORIGIN)
        .filter(origin -> isAny() || origins.contains(origin))
        .map(origin -> isAny() ? ANY : origin);
  }

  private boolean isAny() {
    return origins.contains(ANY);
  }

  /** Caches must not give the answer to a page of another origin. */
  private ApiResponse varying(ApiResponse answer) {
    if (isAny()) {
      return answer;
    }
    String others = answer.header(VARY).orElse("");
    boolean isNamed =
        Arrays.stream(others.split(",", -1))
            .map(String::strip)
            .anyMatch(name -> name.equals(ANY) || name.equalsIgnoreCase(ORIGIN));
    if (isNamed) {
      return answer;
    }
    return answer.header(VARY, others.isBlank() ? ORIGIN : others + ", " + ORIGIN);
  }

  private static Set<String> and(Set<String> some, String... others) {
    Set<String> all = new TreeSet<>(some);
    Collections.addAll(all, others);
    return all;
  }

  private static Set<String> normal(Set<String> names) {
    return names.stream().map(HeaderNames::normal).collect(Collectors.toUnmodifiableSet());
  }

  private static String joined(Set<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }

  private static void checkAll(Pattern form, String setting, Set<String> values, String remedy) {
    values.forEach(value -> check(form.matcher(value).matches(), setting, value, remedy));
  }

  private static void check(boolean isValid, String setting, String value, String remedy) {
    if (!isValid) {
      throw new ConfigurationException("The CORS setting " + setting + " has " + value, remedy);
    }
  }
}
