package dev.effectivelyonce.local.eventsource.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A function that remembers what it got, and answers each event as a test has it. */
final class QueueFunction implements FunctionInvoker {
  static final InvocationResult HANDLED = new Succeeded("{}");
  static final InvocationResult FAILED = new FunctionError("{}");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final IntFunction<InvocationResult> answers;

  private QueueFunction(IntFunction<InvocationResult> answers) {
    this.answers = answers;
  }

  static QueueFunction handling() {
    return new QueueFunction(invocation -> HANDLED);
  }

  /** Answers by the number of the invocation, from 1. */
  static QueueFunction answering(IntFunction<InvocationResult> answers) {
    return new QueueFunction(answers);
  }

  @Override
  public InvocationResult invoke(String event) {
    mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      events.add(json(event));
      return answers.apply(events.size());
    } finally {
      running.decrementAndGet();
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> events() {
    return events;
  }

  int mostAtOnce() {
    return mostAtOnce.get();
  }

  /** The data of each event's messages. */
  List<List<String>> batches() {
    return events.stream().map(QueueFunction::data).toList();
  }

  private static List<String> data(JsonNode event) {
    List<String> data = new ArrayList<>();
    event
        .path("rmqMessagesByQueue")
        .forEach(queue -> queue.forEach(message -> data.add(text(message.path("data")))));
    return data;
  }

  private static String text(JsonNode base64) {
    try {
      return new String(base64.binaryValue(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
