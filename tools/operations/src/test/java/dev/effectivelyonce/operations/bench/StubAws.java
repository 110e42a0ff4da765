package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Answers over HTTP what a test has written down, for services that have no embedded engine: by a
 * part of the request's path, query or body; the first that fits. Remembers what was called.
 */
public final class StubAws implements AutoCloseable {
  private static final Pattern TARGET =
      Pattern.compile("(DynamoDB_20120810|AmazonSQS)\\.([A-Za-z]+)");
  private static final Pattern ACTION = Pattern.compile("Action=([A-Za-z]+)");
  private static final Pattern WRITE = Pattern.compile("\"(Put|Update|ConditionCheck)\":\\{");
  private static final Map<String, String> VERSIONS =
      Map.of("2010-05-15", "cloudformation", "2010-08-01", "cloudwatch", "2011-06-15", "sts");
  private static final Map<String, String> LAMBDA =
      Map.of(
          "/event-source-mappings", "ListEventSourceMappings",
          "/aliases/", "GetAlias",
          "/invocations", "InvokeFunction",
          "/versions", "ListVersionsByFunction",
          "/configuration", "GetFunctionConfiguration",
          "/event-invoke-config", "GetFunctionEventInvokeConfig");

  private record Answer(int status, String body) {}

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, URI> engines = new LinkedHashMap<>();
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

  /** From now on what has no answer here is sent on to the engines. */
  public StubAws before(LocalAws.Running aws) {
    engines.put("DynamoDB_20120810.", aws.dynamoDbEndpoint());
    engines.put("AmazonSQS.", aws.sqsEndpoint());
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
    byte[] sent = exchange.getRequestBody().readAllBytes();
    String target = target(exchange);
    String request =
        URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8)
            + " "
            + target
            + " "
            + new String(sent, StandardCharsets.UTF_8);
    calls.addAll(rights(request));
    Answer answer =
        answers.entrySet().stream()
            .filter(entry -> request.contains(entry.getKey()))
            .findFirst()
            .map(Map.Entry::getValue)
            .or(() -> ofEngine(exchange, target, sent))
            .orElse(new Answer(404, "{}"));
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Optional<Answer> ofEngine(HttpExchange exchange, String target, byte[] sent) {
    return engines.entrySet().stream()
        .filter(engine -> target.startsWith(engine.getKey()))
        .findFirst()
        .map(engine -> sentOn(engine.getValue(), exchange, target, sent));
  }

  private Answer sentOn(URI engine, HttpExchange exchange, String target, byte[] sent) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(engine)
            .version(HttpClient.Version.HTTP_1_1)
            .header("X-Amz-Target", target)
            .POST(BodyPublishers.ofByteArray(sent));
    for (String name : List.of("Authorization", "Content-Type", "X-Amz-Date")) {
      Optional.ofNullable(exchange.getRequestHeaders().getFirst(name))
          .ifPresent(value -> request.header(name, value));
    }
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String target(HttpExchange exchange) {
    return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("X-Amz-Target"), "");
  }

  /** A transaction needs the rights of what is in it. */
  private static Set<String> rights(String request) {
    return request.contains(" DynamoDB_20120810.TransactWriteItems ")
        ? WRITE
            .matcher(request)
            .results()
            .map(write -> "dynamodb:" + write.group(1) + "Item")
            .collect(Collectors.toSet())
        : Set.of(right(request));
  }

  private static String right(String request) {
    Matcher target = TARGET.matcher(request);
    if (target.find()) {
      // A call for several messages needs the right for one.
      return (target.group(1).startsWith("DynamoDB") ? "dynamodb:" : "sqs:")
          + target.group(2).replaceFirst("(?<=Message|Visibility)Batch$", "");
    }
    Matcher action = ACTION.matcher(request);
    if (action.find()) {
      return VERSIONS.entrySet().stream()
          .filter(entry -> request.contains("Version=" + entry.getKey()))
          .findFirst()
          .map(entry -> entry.getValue() + ":" + action.group(1))
          .orElse(request);
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
    client.close();
  }
}
