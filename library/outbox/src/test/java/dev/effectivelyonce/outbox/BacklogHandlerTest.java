package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresBacklog;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The scheduled publisher, with the variables of its construct. */
class BacklogHandlerTest {
  private final BacklogRig rig = new BacklogRig();
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "AWS_LAMBDA_FUNCTION_NAME",
              "Publisher",
              EnvironmentVariables.OUTBOX_DESTINATION + Rig.QUICK,
              Rig.QUICK_URL,
              EnvironmentVariables.OUTBOX_DESTINATION + Rig.AWAY,
              Rig.AWAY_URL));

  @Test
  void anInvocationSendsWhatWaitsAndAnswersWithTheCounts() {
    IntStream.range(0, 25).forEach(i -> rig.leave(Rig.QUICK, "k" + i, "m" + i));
    rig.leave("nowhere", "k", "lost");
    rig.clock.advance(Duration.ofSeconds(7));

    assertThat(invoke(Duration.ofSeconds(55)))
        .isEqualTo("{\"published\":25,\"held\":0,\"unsendable\":1,\"oldestSeconds\":7}");

    assertThat(rig.queue.bodies()).hasSize(25);
    assertThat(invoke(Duration.ofSeconds(55))).startsWith("{\"published\":0,");
  }

  /** Each refusal takes a second of the rig's clock, and half of a short time is kept back. */
  @Test
  void noRequestBeginsInTheTimeThatOneMayTake() {
    IntStream.range(0, 90).forEach(i -> rig.leave(Rig.AWAY, "a" + i, "a" + i));
    rig.refuses(Rig.AWAY_URL, 503, "ServiceUnavailable");

    assertThat(invoke(Duration.ofSeconds(2))).contains("\"held\":10");
    assertThat(invoke(Duration.ofSeconds(55))).contains("\"held\":30");
  }

  @Test
  void aDatabaseThatRefusesFailsTheInvocation() {
    LocalPostgres.run(rig.source, "ALTER TABLE effectively_once_outbox RENAME TO elsewhere");
    try {
      assertThatThrownBy(() -> invoke(Duration.ofSeconds(55))).isInstanceOf(StoreException.class);
    } finally {
      LocalPostgres.run(rig.source, "ALTER TABLE elsewhere RENAME TO effectively_once_outbox");
    }
  }

  @Test
  void aVariableThatIsNoDestinationIsNamedAtTheStart() {
    environment.put(EnvironmentVariables.OUTBOX_DESTINATION + "orders", "orders-queue");

    assertThatThrownBy(() -> invoke(Duration.ofSeconds(55)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(EnvironmentVariables.OUTBOX_DESTINATION + "orders");
  }

  private String invoke(Duration timeout) {
    BacklogHandler handler =
        BacklogHandler.of(
            new PostgresBacklog(rig.source),
            environment,
            new DestinationClients(() -> rig.queue, () -> rig.bus),
            rig.clock);
    return Rig.answer(handler, "", new TestContext(rig.clock, timeout));
  }
}
