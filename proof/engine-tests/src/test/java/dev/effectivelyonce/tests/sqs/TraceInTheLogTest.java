package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.api.Test;

/** Every line about a message, the handler's too, names its trace. */
class TraceInTheLogTest {
  private static final String ONE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String OTHER = "5759e988bd862e3fe1be46a994272793";
  private static final String TRACEPARENT = "00-" + ONE + "-00f067aa0ba902b7-01";
  private static final String XRAY_ROOT = "1-5759e988-bd862e3fe1be46a994272793";
  private static final String XRAY = "Root=" + XRAY_ROOT + ";Parent=53995c3f42cd8ad8;Sampled=1";

  private final Bench bench = new Bench();

  @Test
  void twoMessagesOfAConcurrentBatchEachLogTheirOwn() {
    CyclicBarrier bothRun = new CyclicBarrier(2);
    for (String order : List.of("order-1", "order-2")) {
      bench.on(
          order,
          (payload, delivery) -> {
            bothRun.await();
            LogManager.getLogger("dev.effectivelyonce.handler").info("of {}", order);
            bothRun.await();
            return HandlerResult.completed();
          });
    }
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      bench.failed(
          standard("m1", "order-1").traceparent(TRACEPARENT),
          standard("m2", "order-2").traceHeader(XRAY));

      assertThat(lines(log, "of order-1"))
          .singleElement()
          .asString()
          .contains("traceId=" + ONE, "traceparent=" + TRACEPARENT)
          .doesNotContain(OTHER, "xrayTraceId");
      assertThat(lines(log, "of order-2"))
          .singleElement()
          .asString()
          .contains("traceId=" + OTHER, "xrayTraceId=" + XRAY_ROOT)
          .doesNotContain(ONE, "traceparent");
      assertThat(lines(log, "EXECUTED"))
          .hasSize(2)
          .allSatisfy(
              line -> assertThat(line).containsPattern("traceId=(" + ONE + "|" + OTHER + ")"));
    }
  }

  @Test
  void theThreadForgetsItAndGetsBackWhatItHad() {
    ThreadContext.put("traceId", "the invocation's");
    try {
      bench.failed(standard("m", "order-1").traceparent(TRACEPARENT));

      assertThat(ThreadContext.get("traceId")).isEqualTo("the invocation's");
      assertThat(ThreadContext.get("traceparent")).isNull();
      assertThat(ThreadContext.get("messageId")).isNull();
    } finally {
      ThreadContext.clearMap();
    }
  }

  @Test
  void aMessageThatWaitsBehindAFailureIsLoggedWithItsTrace() {
    bench.on("A", HandlerResult.retry("busy"));
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      bench.failed(fifo("a", "G", "A"), fifo("b", "G", "B").traceparent(TRACEPARENT));

      assertThat(lines(log, "Not run"))
          .singleElement()
          .asString()
          .startsWith("INFO ")
          .contains("messageId=b", "traceId=" + ONE);
    }
  }

  private static List<String> lines(CapturedLog log, String text) {
    return log.lines().stream()
        .flatMap(line -> Arrays.stream(line.split("\n", -1)))
        .filter(line -> line.contains(text))
        .toList();
  }
}
