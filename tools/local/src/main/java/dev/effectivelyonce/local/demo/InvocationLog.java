package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.InvocationReport;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** What the platform did with messages, by their numbers in the plan. Safe for many threads. */
final class InvocationLog implements InvocationListener {
  /** The message attribute that carries a message's number. */
  static final String NUMBER = "demo-message";

  private final Set<Integer> received = ConcurrentHashMap.newKeySet();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Set<Integer>> deaths = new ConcurrentLinkedQueue<>();
  private final Queue<Set<Integer>> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger running = new AtomicInteger();

  @Override
  public void starting(String functionName, List<Message> batch) {
    received.addAll(numbers(batch.stream()));
    running.incrementAndGet();
  }

  @Override
  public void ended(InvocationReport report) {
    Predicate<Message> isHandled = message -> report.outcome().handled(message.messageId());
    switch (report.result()) {
      case InvocationResult.Crashed ignored -> deaths.add(numbers(report.batch().stream()));
      case InvocationResult.TimedOut ignored -> deaths.add(numbers(report.batch().stream()));
      case InvocationResult.Succeeded ignored ->
          failures.add(numbers(report.batch().stream().filter(isHandled.negate())));
      case InvocationResult.FunctionError ignored ->
          failures.add(numbers(report.batch().stream().filter(isHandled.negate())));
    }
    acknowledged.addAll(numbers(report.batch().stream().filter(isHandled)));
    running.decrementAndGet();
  }

  /** The number that a message carries, if the demo sent it. */
  static Optional<Integer> number(Message message) {
    return Optional.ofNullable(message.messageAttributes().get(NUMBER))
        .map(MessageAttributeValue::stringValue)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  private static Set<Integer> numbers(Stream<Message> messages) {
    return messages
        .flatMap(message -> number(message).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether a function was invoked with it. */
  boolean isReceived(int number) {
    return received.contains(number);
  }

  /** Returns the messages that were deleted, as they grow. */
  Set<Integer> acknowledged() {
    return Collections.unmodifiableSet(acknowledged);
  }

  /** Returns what was in the batch of each invocation whose process died or was stopped. */
  List<Set<Integer>> deaths() {
    return List.copyOf(deaths);
  }

  /** Returns the messages that each invocation reported, of those that answered. */
  List<Set<Integer>> failures() {
    return List.copyOf(failures);
  }

  boolean isIdle() {
    return running.get() == 0;
  }
}
