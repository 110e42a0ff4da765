package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatingHandlerTest {
  private final List<String> happened = new ArrayList<>();
  private final MessageHandler<String> effect =
      (message, delivery) -> {
        happened.add("effect");
        return HandlerResult.completed();
      };
  private final FaultInjection faults =
      new FaultInjection(delay -> happened.add("pause " + delay), () -> happened.add("crash"));
  private final MessageHandler<String> handler = SimulatingHandler.around(effect, faults);

  @ParameterizedTest
  @CsvSource({
    "crash-before-effect, 1, crash effect",
    "crash-after-effect, 1, effect crash",
    "slow:250, 1, pause PT0.25S effect",
    "crash-before-effect, 2, effect",
    "crash-after-effect!, 2, effect crash",
    // Longer than Lambda lets any function run.
    "timeout, 1, pause PT1H",
  })
  void theFaultHappensWhereItsNameSays(String attribute, int attempt, String expected)
      throws Exception {
    handler.handle("body", delivery(Map.of("simulate", attribute), attempt));

    assertThat(String.join(" ", happened)).isEqualTo(expected);
  }

  @Test
  void aFailureHasNoEffect() throws Exception {
    assertThat(handler.handle("body", delivery(Map.of("simulate", "fail-retryable"), 1)))
        .isInstanceOf(HandlerResult.Retry.class);
    assertThat(handler.handle("body", delivery(Map.of("simulate", "fail-permanent"), 1)))
        .isInstanceOf(HandlerResult.Fail.class);
    assertThat(handler.handle("body", delivery(Map.of("simulate", "explode"), 1)))
        .isEqualTo(HandlerResult.fail("The message attribute simulate names no known fault"));
    assertThat(happened).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "crash-in-step:charge, 1, reserve charge crash",
    "crash-in-step:charge, 2, reserve charge",
    "crash-in-step:charge!, 2, reserve charge crash",
    "crash-in-step:ship, 1, reserve charge",
  })
  void aCrashInAStepComesBetweenItsEffectAndItsNote(String attribute, int attempt, String expected)
      throws Exception {
    MessageHandler<String> stepped =
        SimulatingHandler.around(
            (message, delivery) -> {
              for (String step : List.of("reserve", "charge")) {
                delivery
                    .steps()
                    .run(step, StepPolicy.rerun(), StepAction.of(key -> happened.add(step)));
              }
              return HandlerResult.completed();
            },
            faults);

    stepped.handle("body", delivery(Map.of("simulate", attribute), attempt));

    assertThat(String.join(" ", happened)).isEqualTo(expected);
  }

  @Test
  void whereFaultsAreOffTheAttributeIsIgnored() throws Exception {
    MessageHandler<String> deployed = SimulatingHandler.around(effect, SimulatedFaults.OFF);

    deployed.handle("body", delivery(Map.of("simulate", "fail-permanent!"), 1));

    assertThat(happened).containsExactly("effect");
  }

  private static Delivery delivery(Map<String, String> attributes, int attempt) {
    ConsumerName consumer = new ConsumerName("orders");
    BusinessKey key = BusinessKey.of("A-1");
    return new Delivery(
        SqsMessage.of(Optional.of("m-1"), "body", attributes),
        new Attempt(consumer, key, new AttemptId("o-1"), attempt, Instant.EPOCH));
  }
}
