package dev.effectivelyonce.replay.lambda;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The function around a queue that never ends. */
class ReplayFunctionTest {
  private final ManualClock clock = new ManualClock();
  private final EndlessQueue sqs = new EndlessQueue(clock, Duration.ofSeconds(1));
  private final ReplayFunction function =
      ReplayFunction.over(
          ReplayQueuesTest.ENVIRONMENT,
          new InMemoryStore(),
          ReplayQueuesTest.CONSUMERS,
          sqs,
          (function, event, within) -> "",
          new Platform(clock, () -> new AttemptId("unused"), () -> 0L, clock::advance));

  @ParameterizedTest
  @CsvSource({"PT15M, PT14M30S", "PT2M, PT1M30S", "PT60S, PT45S", "PT8S, PT6S"})
  void itStopsWithTimeLeftForItsAnswer(Duration timeout, Duration worked) {
    Instant start = clock.instant();

    Map<String, Object> report = replay("late-orders", timeout);

    assertThat(report).containsEntry("end", "DEADLINE");
    assertThat(clock.instant()).isEqualTo(start.plus(worked));
  }

  @Test
  void withoutTimeItTakesNothing() {
    assertThat(replay("late-orders", Duration.ZERO)).containsEntry("examined", 0);
    assertThat(sqs.received()).isEmpty();
  }

  @Test
  void theNamedQueueIsReplayed() {
    replay("payments", Duration.ofSeconds(8));

    assertThat(sqs.received()).containsOnly("https://sqs/1/payments-dead.fifo");
  }

  @Test
  void anUnknownQueueIsToldWithThoseThatThereAre() {
    assertMistake(() -> replay("order", Duration.ofMinutes(1)), "[late-orders, payments]");
    assertThat(sqs.received()).isEmpty();
  }

  private Map<String, Object> replay(String queue, Duration timeout) {
    return function.handleRequest(Map.of("queue", queue), new TestContext(clock, timeout));
  }
}
