package dev.effectivelyonce.local.url;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request as Lambda passes it to the function of a URL: payload format 2.0. */
final class UrlEvent {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ACCOUNT = "000000000000";
  private static final String DEFAULT_ROUTE = "$default";
  private static final Pattern ACCESS_KEY =
      Pattern.compile("AWS4-HMAC-SHA256 .*Credential=([^/,\\s]+)/.*");

  private UrlEvent() {}

  static String of(HttpExchange exchange, String path, Instant now, UUID requestId)
      throws IOException {
    ObjectNode event = MAPPER.createObjectNode();
    event.put("version", "2.0");
    event.put("routeKey", DEFAULT_ROUTE);
    event.put("rawPath", path);
    event.put(
        "rawQueryString", Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
    headers(exchange, event.putObject("headers"));
    context(exchange, path, now, requestId, event.putObject("requestContext"));
    body(exchange.getRequestBody().readAllBytes(), event);
    return MAPPER.writeValueAsString(event);
  }

  private static void headers(HttpExchange exchange, ObjectNode headers) {
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
  }

  private static void context(
      HttpExchange exchange, String path, Instant now, UUID requestId, ObjectNode context) {
    context.put("accountId", ACCOUNT);
    context.put("requestId", requestId.toString());
    context.put("routeKey", DEFAULT_ROUTE);
    context.put("stage", DEFAULT_ROUTE);
    context.put("timeEpoch", now.toEpochMilli());
    context
        .putObject("authorizer")
        .putObject("iam")
        .put("accountId", ACCOUNT)
        .put("userArn", "arn:aws:iam::" + ACCOUNT + ":user/" + user(exchange));
    context
        .putObject("http")
        .put("method", exchange.getRequestMethod())
        .put("path", path)
        .put("protocol", exchange.getProtocol())
        .put("sourceIp", exchange.getRemoteAddress().getAddress().getHostAddress());
  }

  private static String user(HttpExchange exchange) {
    List<String> signed = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
    return signed.stream()
        .map(ACCESS_KEY::matcher)
        .filter(Matcher::matches)
        .map(it -> it.group(1))
        .findFirst()
        .orElse("local");
  }

  private static void body(byte[] content, ObjectNode event) {
    Optional<String> text = text(content);
    if (content.length > 0) {
      event.put("body", text.orElseGet(() -> Base64.getEncoder().encodeToString(content)));
    }
    event.put("isBase64Encoded", text.isEmpty());
  }

  private static Optional<String> text(byte[] content) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
