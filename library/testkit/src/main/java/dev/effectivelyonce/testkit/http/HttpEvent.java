package dev.effectivelyonce.testkit.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request as Lambda passes it, in payload format 2.0. Immutable; every method that changes
 * something returns another event. The initial request is one to a function URL by the IAM user
 * {@code test}, without key and content.
 */
public final class HttpEvent {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String USER = "arn:aws:iam::123456789012:user/";

  private final String method;
  private final String path;
  private final String query;
  private final String route;
  private final Map<String, String> headers;
  private final Map<String, Map<String, String>> authorizer;
  private final ApiBody body;

  private HttpEvent(
      String method,
      String path,
      String query,
      String route,
      Map<String, String> headers,
      Map<String, Map<String, String>> authorizer,
      ApiBody body) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.route = route;
    this.headers = Map.copyOf(headers);
    this.authorizer = Map.copyOf(authorizer);
    this.body = body;
  }

  /** Returns a request with any method. */
  public static HttpEvent of(String method, String path) {
    return new HttpEvent(
        method, path, "", "$default", Map.of(), iam(USER + "test"), ApiBody.none());
  }

  /** Returns a POST request. */
  public static HttpEvent post(String path) {
    return of("POST", path);
  }

  /** Returns a GET request. */
  public static HttpEvent get(String path) {
    return of("GET", path);
  }

  /** Returns this request with an {@code Idempotency-Key}. */
  public HttpEvent key(String key) {
    return header("idempotency-key", key);
  }

  /** Returns this request with a header. The case of its name is kept. */
  public HttpEvent header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpEvent(method, path, query, route, more, authorizer, body);
  }

  /** Returns this request with JSON content. */
  public HttpEvent json(String content) {
    return header("content-type", "application/json").body(ApiBody.of(content));
  }

  /** Returns this request with other content. */
  public HttpEvent body(ApiBody content) {
    return new HttpEvent(method, path, query, route, headers, authorizer, content);
  }

  /** Returns this request with a query, without the question mark. */
  public HttpEvent query(String raw) {
    return new HttpEvent(method, path, raw, route, headers, authorizer, body);
  }

  /** Returns this request as one through a route of API Gateway, such as {@code POST /payments}. */
  public HttpEvent route(String key) {
    return new HttpEvent(method, path, query, key, headers, authorizer, body);
  }

  /** Returns this request as one of an IAM user. */
  public HttpEvent user(String name) {
    return principal(USER + name);
  }

  /** Returns this request as one of an IAM principal, such as a role's session. */
  public HttpEvent principal(String arn) {
    return authorized(iam(arn));
  }

  /** Returns this request with the claims of a JWT, such as {@code iss} and {@code sub}. */
  public HttpEvent jwt(Map<String, String> claims) {
    return authorized(Map.of("jwt", Map.copyOf(claims)));
  }

  /** Returns this request with the context that a Lambda authorizer returned. */
  public HttpEvent lambdaAuthorizer(Map<String, String> context) {
    return authorized(Map.of("lambda", Map.copyOf(context)));
  }

  /** Returns this request without an authorizer. */
  public HttpEvent anonymous() {
    return authorized(Map.of());
  }

  /** Returns the request as a handler sees it. */
  public ApiRequest toRequest() {
    try {
      return ApiRequest.read(new ByteArrayInputStream(toJson().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the event as Lambda passes it. */
  public String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("version", "2.0");
      json.writeStringField("routeKey", route);
      json.writeStringField("rawPath", path);
      json.writeStringField("rawQueryString", query);
      write("headers", headers, json);
      writeContext(json);
      writeBody(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private void writeContext(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("requestContext");
    json.writeStringField("accountId", "123456789012");
    json.writeStringField("requestId", "00000000-0000-4000-8000-000000000000");
    json.writeStringField("routeKey", route);
    json.writeStringField("stage", "$default");
    if (!authorizer.isEmpty()) {
      json.writeObjectFieldStart("authorizer");
      writeAuthorizer(json);
      json.writeEndObject();
    }
    write(
        "http",
        Map.of("method", method, "path", path, "protocol", "HTTP/1.1", "sourceIp", "192.0.2.1"),
        json);
    json.writeEndObject();
  }

  private void writeAuthorizer(JsonGenerator json) throws IOException {
    for (Map.Entry<String, Map<String, String>> entry : authorizer.entrySet()) {
      if (entry.getKey().equals("jwt")) {
        json.writeObjectFieldStart("jwt");
        write("claims", entry.getValue(), json);
        json.writeEndObject();
      } else {
        write(entry.getKey(), entry.getValue(), json);
      }
    }
  }

  private void writeBody(JsonGenerator json) throws IOException {
    switch (body) {
      case ApiBody.Text(String value) -> {
        json.writeStringField("body", value);
        json.writeBooleanField("isBase64Encoded", false);
      }
      case ApiBody.Base64(String value) -> {
        json.writeStringField("body", value);
        json.writeBooleanField("isBase64Encoded", true);
      }
    }
  }

  private static void write(String name, Map<String, String> texts, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private HttpEvent authorized(Map<String, Map<String, String>> by) {
    return new HttpEvent(method, path, query, route, headers, by, body);
  }

  private static Map<String, Map<String, String>> iam(String arn) {
    return Map.of("iam", Map.of("userArn", arn));
  }
}
