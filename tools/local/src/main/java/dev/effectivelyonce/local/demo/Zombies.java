package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.eventsource.BatchOutcome;
import dev.effectivelyonce.local.eventsource.BatchResponse;
import dev.effectivelyonce.local.lambda.FrozenInvocation;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Messages whose handler outlives its invocation, in a process that is stopped half way. */
record Zombies(LocalSystem system, InvocationLog log) {
  private static final String FAULT = Kind.ZOMBIE.simulate().orElseThrow();
  private static final String ENDLESS = Kind.TIMEOUT.simulate().orElseThrow();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Freezes a process whose batch holds one, and kills any other. It kills that process, too, if
   * another message of the batch never lets it end: once thawed, it would keep the run waiting.
   */
  static TimeoutPolicy onTimeout(String event) {
    return event.contains('"' + FAULT + '"') && !event.contains('"' + ENDLESS + '"')
        ? TimeoutPolicy.FREEZE
        : TimeoutPolicy.KILL;
  }

  static boolean isZombie(PlannedMessage message) {
    return message.event().kind() == Kind.ZOMBIE;
  }

  /** Thaws those whose messages other attempts have done since. */
  void thawPassed() {
    system.frozen().stream()
        .filter(frozen -> !frozen.hasEnded())
        .filter(this::isPassed)
        .forEach(FrozenInvocation::thaw);
  }

  /** An HTTP request has no messages that others could have done. */
  private boolean isPassed(FrozenInvocation frozen) {
    Set<Integer> numbers = numbers(frozen);
    return !numbers.isEmpty() && log.acknowledged().containsAll(numbers);
  }

  /** Thaws all: nothing else is going to happen. */
  void thawAll() {
    system.frozen().forEach(FrozenInvocation::thaw);
  }

  /** Returns whether none is under way. */
  boolean haveEnded() {
    return system.frozen().stream().allMatch(FrozenInvocation::hasEnded);
  }

  /** Returns the messages that functions answered for when nobody waited any more. */
  Set<Integer> answered() {
    return late((frozen, answer) -> numbers(frozen).stream());
  }

  /** Returns those of them that the answer reported as failed. */
  Set<Integer> refused() {
    return late((frozen, answer) -> refused(messages(frozen), answer));
  }

  private Set<Integer> late(
      BiFunction<FrozenInvocation, InvocationResult, Stream<Integer>> messages) {
    return system.frozen().stream()
        .flatMap(it -> it.lateResult().stream().flatMap(answer -> messages.apply(it, answer)))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<Integer> refused(List<JsonNode> messages, InvocationResult result) {
    Set<String> ids = messages.stream().map(Zombies::id).collect(Collectors.toSet());
    BatchOutcome outcome = BatchResponse.read(result, ids, BatchReporting.ITEM_FAILURES);
    return messages.stream()
        .filter(it -> outcome instanceof BatchOutcome.Handled && !outcome.handled(id(it)))
        .filter(Zombies::isZombie)
        .map(Zombies::number);
  }

  private static Set<Integer> numbers(FrozenInvocation frozen) {
    return messages(frozen).stream()
        .filter(Zombies::isZombie)
        .map(Zombies::number)
        .collect(Collectors.toSet());
  }

  private static List<JsonNode> messages(FrozenInvocation frozen) {
    try {
      JsonNode messages = MAPPER.readTree(frozen.event()).path("Records");
      return StreamSupport.stream(messages.spliterator(), false).toList();
    } catch (JsonProcessingException e) {
      throw new LocalRunnerException("An event is no JSON: " + frozen.event(), e);
    }
  }

  private static String id(JsonNode message) {
    return message.path("messageId").asText();
  }

  private static boolean isZombie(JsonNode message) {
    return message.at("/messageAttributes/simulate/stringValue").asText().equals(FAULT);
  }

  private static int number(JsonNode message) {
    return message.at("/messageAttributes/" + InvocationLog.NUMBER + "/stringValue").asInt();
  }
}
