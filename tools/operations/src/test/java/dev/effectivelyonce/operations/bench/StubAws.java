package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers over HTTP what a test has written down, for services that have no embedded engine: by a
 * part of the request's path, query or body; the first that fits.
 */
public final class StubAws implements AutoCloseable {
  private static final Pattern TARGET =
      Pattern.compile("(DynamoDB_20120810|AmazonSQS)\\.([A-Za-z]+)");
  private static final Pattern ACTION = Pattern.compile("Action=([A-Za-z]+)");
  private static final Map<String, String> LAMBDA =
      Map.of(
          "/event-source-mappings", "ListEventSourceMappings",
          "/aliases/", "GetAlias",
          "/versions", "ListVersionsByFunction",
          "/configuration", "GetFunctionConfiguration");

  private record Answer(int status, String body) {}

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final Set<String> calls = new ConcurrentSkipListSet<>();
  private final HttpServer server;

  public StubAws() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  public StubAws on(String part, int status, String body) {
    answers.put(part, new Answer(status, body));
    return this;
  }

  /** The rights that the calls needed, such as {@code sqs:GetQueueUrl}. */
  public Set<String> calls() {
    return Set.copyOf(calls);
  }

  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request =
        URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8)
            + " "
            + target(exchange)
            + " "
            + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    calls.add(right(request));
    Answer answer =
        answers.entrySet().stream()
            .filter(entry -> request.contains(entry.getKey()))
            .findFirst()
            .map(Map.Entry::getValue)
            .orElse(new Answer(404, "{}"));
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String target(HttpExchange exchange) {
    return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("X-Amz-Target"), "");
  }

  private static String right(String request) {
    Matcher target = TARGET.matcher(request);
    if (target.find()) {
      return (target.group(1).startsWith("DynamoDB") ? "dynamodb:" : "sqs:") + target.group(2);
    }
    Matcher action = ACTION.matcher(request);
    if (action.find()) {
      String service = request.contains("Version=2010-08-01") ? "cloudwatch:" : "cloudformation:";
      return service + action.group(1);
    }
    return LAMBDA.entrySet().stream()
        .filter(entry -> request.contains(entry.getKey()))
        .findFirst()
        .map(entry -> "lambda:" + entry.getValue())
        .orElse(request);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
