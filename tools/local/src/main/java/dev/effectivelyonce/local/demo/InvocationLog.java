package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.InvocationReport;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** What the platform did with messages, by their numbers in the plan. Safe for many threads. */
final class InvocationLog implements InvocationListener {
  /** The message attribute that carries a message's number. */
  static final String NUMBER = "demo-message";

  private final Set<Integer> received = ConcurrentHashMap.newKeySet();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Set<Integer>> deaths = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Set<Integer>> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger invocations = new AtomicInteger();
  private final AtomicInteger failedDeliveries = new AtomicInteger();

  @Override
  public void starting(String functionName, List<Message> batch) {
    received.addAll(numbers(batch));
    running.incrementAndGet();
    invocations.incrementAndGet();
  }

  @Override
  public void ended(InvocationReport report) {
    switch (report.result()) {
      case InvocationResult.Crashed ignored -> deaths.add(numbers(report.batch()));
      case InvocationResult.TimedOut ignored -> deaths.add(numbers(report.batch()));
      case InvocationResult.Succeeded ignored -> failures.add(failed(report));
      case InvocationResult.FunctionError ignored -> failures.add(failed(report));
    }
    for (Message message : report.batch()) {
      if (report.outcome().handled(message.messageId())) {
        number(message).ifPresent(acknowledged::add);
      } else {
        failedDeliveries.incrementAndGet();
      }
    }
    running.decrementAndGet();
  }

  /** The number that a message carries, if the demo sent it. */
  static OptionalInt number(Message message) {
    return Optional.ofNullable(message.messageAttributes().get(NUMBER))
        .map(MessageAttributeValue::stringValue)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(text -> OptionalInt.of(Integer.parseInt(text)))
        .orElseGet(OptionalInt::empty);
  }

  private static Set<Integer> failed(InvocationReport report) {
    return numbers(
        report.batch().stream()
            .filter(message -> !report.outcome().handled(message.messageId()))
            .toList());
  }

  /** The numbers of messages as SQS writes them. */
  static Set<Integer> numbersIn(List<JsonNode> messages) {
    return messages.stream()
        .map(message -> message.at("/MessageAttributes/" + NUMBER + "/StringValue").asInt(-1))
        .filter(number -> number >= 0)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<Integer> numbers(List<Message> batch) {
    return batch.stream()
        .flatMapToInt(message -> number(message).stream())
        .boxed()
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether a function was invoked with it. */
  boolean isReceived(int number) {
    return received.contains(number);
  }

  Set<Integer> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  boolean isAcknowledged(int number) {
    return acknowledged.contains(number);
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  List<Set<Integer>> deaths() {
    return List.copyOf(deaths);
  }

  /** Returns the messages that each invocation reported, of those that answered. */
  List<Set<Integer>> failures() {
    return List.copyOf(failures);
  }

  int deathCount() {
    return deaths.size();
  }

  int failedDeliveries() {
    return failedDeliveries.get();
  }

  int invocations() {
    return invocations.get();
  }

  boolean isIdle() {
    return running.get() == 0;
  }
}
