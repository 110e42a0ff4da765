package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Answers over HTTP what a test has written down, for services that have no embedded engine: by a
 * part of the request's path, query or body; the first that fits. Remembers what was called.
 */
public final class StubAws extends LoopbackService {
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

  private final Map<String, URI> engines = new LinkedHashMap<>();
  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final Map<String, String> changes = new LinkedHashMap<>();
  private final Set<String> calls = new ConcurrentSkipListSet<>();

  public StubAws on(String part, int status, String body) {
    answers.put(part, new Answer(status, body));
    return this;
  }

  /** From now on every answer that is written down has the second text in place of the first. */
  public void but(String right, String wrong) {
    if (answers.values().stream().noneMatch(answer -> answer.body().contains(right))) {
      throw new IllegalArgumentException("No answer has " + right);
    }
    changes.put(right, wrong);
  }

  /** From now on it answers as it is written down. */
  public void asWritten() {
    changes.clear();
  }

  /** From now on what has no answer here is sent on to the engines. */
  public StubAws before() {
    engines.put("DynamoDB_20120810.", LocalAws.dynamoDbEndpoint());
    engines.put("AmazonSQS.", LocalAws.sqsEndpoint());
    return this;
  }

  /** The rights that the calls needed, such as {@code sqs:GetQueueUrl}. */
  public Set<String> calls() {
    return Set.copyOf(calls);
  }

  @Override
  Answer answer(HttpExchange exchange, String target, byte[] sent) throws IOException {
    String request =
        URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8)
            + " "
            + target
            + " "
            + new String(sent, StandardCharsets.UTF_8);
    calls.addAll(rights(request));
    for (Map.Entry<String, Answer> answer : answers.entrySet()) {
      if (request.contains(answer.getKey())) {
        return changed(answer.getValue());
      }
    }
    for (Map.Entry<String, URI> engine : engines.entrySet()) {
      if (target.startsWith(engine.getKey())) {
        return forwarded(engine.getValue(), exchange, sent);
      }
    }
    return new Answer(404, "{}");
  }

  private Answer changed(Answer written) {
    String body = written.body();
    for (Map.Entry<String, String> change : changes.entrySet()) {
      body = body.replace(change.getKey(), change.getValue());
    }
    return new Answer(written.status(), body);
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
}
