package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.LateAnswers;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.lambda.FrozenInvocation;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Messages whose handler outlives its invocation, in a process that is stopped half way. */
final class Zombies {
  private static final String FAULT = Kind.ZOMBIE.simulate().orElseThrow();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LocalSystem system;
  private final InvocationLog log;

  Zombies(LocalSystem system, InvocationLog log) {
    this.system = system;
    this.log = log;
  }

  /** Freezes a process whose batch holds one, and kills any other. */
  static TimeoutPolicy onTimeout(String event) {
    return event.contains('"' + FAULT + '"') ? TimeoutPolicy.FREEZE : TimeoutPolicy.KILL;
  }

  static boolean isZombie(PlannedMessage message) {
    return message.simulate().filter(FAULT::equals).isPresent();
  }

  /** Thaws those whose messages other attempts have done since. */
  void thawPassed() {
    system.frozen().stream()
        .filter(frozen -> log.acknowledged().containsAll(numbers(frozen)))
        .forEach(FrozenInvocation::thaw);
  }

  /** Thaws all: nothing else is going to happen. */
  void thawAll() {
    system.frozen().forEach(FrozenInvocation::thaw);
  }

  /** Whether none is under way. */
  boolean haveEnded() {
    return system.frozen().stream().allMatch(FrozenInvocation::hasEnded);
  }

  /** What their functions answered when nobody waited any more. */
  LateAnswers answers() {
    Set<Integer> answered = new HashSet<>();
    Set<Integer> refused = new HashSet<>();
    for (FrozenInvocation frozen : system.frozen()) {
      frozen.lateResult().ifPresent(result -> add(frozen, result, answered, refused));
    }
    return new LateAnswers(Set.copyOf(answered), Set.copyOf(refused));
  }

  private static void add(
      FrozenInvocation frozen,
      InvocationResult result,
      Set<Integer> answered,
      Set<Integer> refused) {
    answered.addAll(numbers(frozen));
    if (result instanceof InvocationResult.Succeeded succeeded) {
      Set<String> failed = new HashSet<>();
      read(succeeded.payload())
          .path("batchItemFailures")
          .forEach(item -> failed.add(item.path("itemIdentifier").asText()));
      for (JsonNode message : read(frozen.event()).path("Records")) {
        if (isZombie(message) && failed.contains(message.path("messageId").asText())) {
          refused.add(number(message));
        }
      }
    }
  }

  private static Set<Integer> numbers(FrozenInvocation frozen) {
    Set<Integer> numbers = new HashSet<>();
    StreamSupport.stream(read(frozen.event()).path("Records").spliterator(), false)
        .filter(Zombies::isZombie)
        .forEach(message -> numbers.add(number(message)));
    return numbers;
  }

  private static boolean isZombie(JsonNode message) {
    return message.at("/messageAttributes/simulate/stringValue").asText().equals(FAULT);
  }

  private static int number(JsonNode message) {
    return message.at("/messageAttributes/" + InvocationLog.NUMBER + "/stringValue").asInt();
  }

  private static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new LocalRunnerException("Neither event nor answer: " + json, e);
    }
  }
}
