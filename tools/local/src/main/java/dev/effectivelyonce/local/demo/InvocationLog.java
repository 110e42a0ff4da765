package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.demo.check.Invocation;
import dev.effectivelyonce.local.demo.check.Invocation.End;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.InvocationReport;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** What the platform did with messages, by their numbers in the plan. Safe for many threads. */
final class InvocationLog implements InvocationListener {
  /** A call of the store, with one more try, may take as long before it fails. */
  private static final Duration PROMPT = Duration.ofSeconds(1);

  /** The message attribute that carries a message's number. */
  static final String NUMBER = "demo-message";

  private final Set<Integer> received = ConcurrentHashMap.newKeySet();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<Invocation> invocations = new ConcurrentLinkedQueue<>();
  private final AtomicInteger running = new AtomicInteger();

  @Override
  public void starting(String functionName, List<Message> batch) {
    received.addAll(numbers(batch.stream()));
    running.incrementAndGet();
  }

  @Override
  public void ended(InvocationReport report) {
    Set<Integer> handled =
        numbers(
            report.batch().stream()
                .filter(message -> report.outcome().handled(message.messageId())));
    invocations.add(new Invocation(numbers(report.batch().stream()), handled, end(report)));
    acknowledged.addAll(handled);
    running.decrementAndGet();
  }

  private static End end(InvocationReport report) {
    return switch (report.result()) {
      case InvocationResult.Crashed ignored -> End.CRASHED;
      case InvocationResult.TimedOut ignored -> End.TIMED_OUT;
      case InvocationResult.Succeeded ignored -> answered(report.took());
      case InvocationResult.FunctionError ignored -> answered(report.took());
    };
  }

  private static End answered(Duration took) {
    return took.compareTo(PROMPT) > 0 ? End.SLOW : End.PROMPT;
  }

  /** The number that a message carries, if the demo sent it. */
  static Optional<Integer> number(Message message) {
    return Optional.ofNullable(message.messageAttributes().get(NUMBER))
        .map(MessageAttributeValue::stringValue)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  /** The messages of a receive that nobody got, as SQS answered it. */
  static Invocation lost(JsonNode receive) {
    Set<Integer> numbers =
        receive
            .path("Messages")
            .valueStream()
            .map(message -> message.at("/MessageAttributes/" + NUMBER + "/StringValue").asInt(-1))
            .filter(number -> number >= 0)
            .collect(Collectors.toUnmodifiableSet());
    return new Invocation(numbers, Set.of(), End.LOST);
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

  /** Returns what has ended until now. */
  List<Invocation> invocations() {
    return List.copyOf(invocations);
  }

  /** Returns how many that is. */
  int ended() {
    return invocations.size();
  }

  boolean isIdle() {
    return running.get() == 0;
  }
}
