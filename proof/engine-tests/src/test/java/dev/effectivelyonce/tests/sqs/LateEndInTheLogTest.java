package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the log says of an attempt that ends after its lease. */
class LateEndInTheLogTest {
  private final Bench bench = new Bench();

  @Test
  void anEndAfterItsLeaseIsAWarningAndOneWithinItIsNone() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          bench.clock.advance(Duration.ofHours(1));
          return HandlerResult.completed();
        });

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      assertThat(bench.failed(standard("within", "order-2"))).isEmpty();
      assertThat(bench.failed(standard("m", "order-1"))).isEmpty();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN "))
          .singleElement(STRING)
          .contains("after its lease", "heartbeat");
    }
  }
}
