package dev.effectivelyonce.local.url;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.local.LoopbackServer;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a caller gets of an invocation, as Lambda makes it of payload format 2.0. */
final class UrlAnswer {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int BAD_GATEWAY = 502;
  private static final int FORBIDDEN = 403;

  private final JsonNode response;
  private final byte[] body;

  private UrlAnswer(JsonNode response, byte[] body) {
    this.response = response;
    this.body = body;
  }

  static UrlAnswer of(InvocationResult result) {
    return result instanceof InvocationResult.Succeeded(String payload)
        ? returned(payload)
        : message(BAD_GATEWAY, "Internal Server Error");
  }

  static UrlAnswer forbidden() {
    return message(FORBIDDEN, "Forbidden");
  }

  private static UrlAnswer message(int status, String message) {
    return new UrlAnswer(
        MAPPER.createObjectNode().put("statusCode", status),
        MAPPER
            .createObjectNode()
            .put("Message", message)
            .toString()
            .getBytes(StandardCharsets.UTF_8));
  }

  private static UrlAnswer returned(String payload) {
    try {
      JsonNode response = MAPPER.readTree(payload);
      return response.has("statusCode")
          ? new UrlAnswer(response, content(response))
          : message(BAD_GATEWAY, "Internal Server Error");
    } catch (JsonProcessingException e) {
      return message(BAD_GATEWAY, "Internal Server Error");
    }
  }

  private static byte[] content(JsonNode response) {
    String body = response.path("body").asText("");
    return response.path("isBase64Encoded").asBoolean()
        ? Base64.getDecoder().decode(body)
        : body.getBytes(StandardCharsets.UTF_8);
  }

  void send(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    response
        .path("headers")
        .properties()
        .forEach(header -> headers.set(header.getKey(), header.getValue().asText()));
    response
        .path("cookies")
        .valueStream()
        .forEach(cookie -> headers.add("Set-Cookie", cookie.asText()));
    LoopbackServer.answer(exchange, response.path("statusCode").asInt(BAD_GATEWAY), body);
  }
}
