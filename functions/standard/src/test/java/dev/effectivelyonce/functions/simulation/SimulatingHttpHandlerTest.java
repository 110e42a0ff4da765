package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.testkit.http.HttpEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatingHttpHandlerTest {
  private static final HttpEvent PLAIN = HttpEvent.post("/payments");

  private final List<String> happened = new ArrayList<>();
  private final ApiHandler effect =
      (request, attempt) -> {
        happened.add("effect");
        return HandlerResult.completed();
      };
  private final ApiHandler handler =
      SimulatingHttpHandler.around(
          effect,
          new FaultInjection(delay -> happened.add("pause " + delay), () -> happened.add("crash")));

  @Test
  void theHeaderNamesTheFault() throws Exception {
    handler.handle(PLAIN.header("Simulate", "crash-after-effect").toRequest(), attempt());

    assertThat(happened).containsExactly("effect", "crash");
  }

  @Test
  void withoutTheHeaderTheRequestIsJustHandled() throws Exception {
    handler.handle(PLAIN.toRequest(), attempt());

    assertThat(happened).containsExactly("effect");
  }

  @Test
  void whereFaultsAreOffTheHeaderIsIgnored() throws Exception {
    ApiHandler deployed = SimulatingHttpHandler.around(effect, SimulatedFaults.OFF);

    deployed.handle(PLAIN.header("simulate", "fail-permanent").toRequest(), attempt());

    assertThat(happened).containsExactly("effect");
  }

  private static Attempt attempt() {
    ConsumerName consumer = new ConsumerName("payments-api");
    BusinessKey key = BusinessKey.of("k-1");
    return new Attempt(consumer, key, new AttemptId("o-1"), 1, Instant.EPOCH);
  }
}
