package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** However a handler ends, its batch is answered and its record says how it ended. */
class HandlerEndingsTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");

  private final Bench bench = new Bench();

  /** A getter that refers to itself: no serializer comes to an end with it. */
  public static final class Endless {
    public Endless getSelf() {
      return this;
    }
  }

  @Test
  void aResultIsKeptAsJson() {
    bench.on("order-1", HandlerResult.completed(Map.of("invoice", 7)));

    assertThat(bench.failed(MESSAGE)).isEmpty();

    assertThat(result()).isEqualTo(new StoredResult.Text("{\"invoice\":7}"));
  }

  @Test
  void aResultThatCantBeSerializedIsAnErrorWithItsClass() {
    bench.on("order-1", HandlerResult.completed(new Endless()));

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      assertThat(bench.failed(MESSAGE)).isEmpty();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("ERROR "))
          .singleElement(STRING)
          .contains("is not kept", Endless.class.getName(), "can't be serialized");
    }
  }

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
      assertThat(bench.failed(MESSAGE)).isEmpty();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN "))
          .singleElement(STRING)
          .contains("after its lease", "heartbeat");
    }
  }

  private StoredResult result() {
    return bench.record("order-1").orElseThrow().result();
  }
}
