package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However a handler ends, its batch is answered and its record says how it ended. */
class HandlerEndingsTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");
  private static final SqsRecord GOOD = standard("good", "order-2");

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
  void aResultThatCantBeSerializedIsDoneAndItsDuplicateDoesNotRun() {
    bench.on("order-1", HandlerResult.completed(new Endless()));

    assertThat(bench.failed(MESSAGE)).isEmpty();
    assertThat(bench.failed(MESSAGE.id("copy"))).isEmpty();

    assertThat(bench.ran()).hasSize(1);
    assertThat(result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0));
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
  void anEndAfterItsLeaseIsAWarning() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          bench.clock.advance(Duration.ofHours(1));
          return HandlerResult.completed();
        });

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      assertThat(bench.failed(MESSAGE)).isEmpty();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN "))
          .singleElement(STRING)
          .contains("after its lease", "heartbeat");
    }
  }

  @Test
  void aResultOverTheLimitIsDoneAndItsDuplicateDoesNotRun() {
    bench.on("order-1", HandlerResult.completed("x".repeat(1_000_000)));

    assertThat(bench.failed(MESSAGE)).isEmpty();
    assertThat(bench.failed(MESSAGE.id("copy"))).isEmpty();

    assertThat(bench.ran()).hasSize(1);
    assertThat(result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 1_000_002));
  }

  @ParameterizedTest
  @MethodSource
  void aHandlerThatThrowsFailsItsMessageAlone(MessageHandler<Order> handler) {
    bench.on("order-1", handler);

    assertThat(bench.failed(MESSAGE, GOOD)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(bench.status("order-2")).contains(Status.COMPLETED);
  }

  static Stream<Arguments> aHandlerThatThrowsFailsItsMessageAlone() {
    return Stream.of(
            Named.of("checked", Throwing.checked()),
            Named.of("assertion", Throwing.error(AssertionError::new)),
            Named.of("stack overflow", Throwing.error(StackOverflowError::new)))
        .map(Arguments::of);
  }

  @Test
  void aHandlerThatReturnsNullIsTriedAgain() {
    bench.on("order-1", HandlerEndingsTest::nothing);

    assertThat(bench.failed(MESSAGE, GOOD)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(bench.record("order-1").orElseThrow().error().orElseThrow().text())
        .contains("returned null");
  }

  @Test
  void aHandlerThatInterruptsItselfIsRecordedAndTheNextMessageRuns() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          Thread.currentThread().interrupt();
          return HandlerResult.completed();
        });

    assertThat(bench.failed(bench.consumer().concurrency(1).build(), MESSAGE, GOOD)).isEmpty();
    assertThat(bench.failed(standard("alone", "order-1"))).isEmpty();

    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anInterruptThatAHandlerThrowsIsRecordedAsItsException() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          Thread.currentThread().interrupt();
          throw new InterruptedException();
        });

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aFailureForTheTextlessReasonOfAnExceptionIsStillForGood() {
    bench.on("order-1", (order, delivery) -> HandlerResult.fail(textless()));

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.FAILED);
  }

  @Test
  void aRetryForTheTextlessReasonOfAnExceptionIsReleased() {
    bench.on("order-1", (order, delivery) -> HandlerResult.retry(textless()));

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
  }

  @Test
  void aResultOfNullIsDoneWithoutAValue() {
    bench.on("order-1", (order, delivery) -> HandlerResult.completed(absent()));

    assertThat(bench.failed(MESSAGE)).isEmpty();

    assertThat(result()).isEqualTo(StoredResult.none());
  }

  @Test
  void underHoldAHandlerThatSaysNothingHappenedIsRetried() {
    bench.on("order-1", HandlerResult.retry("gateway closed"));

    bench.failed(bench.consumer().onAbandonedClaim(AbandonedClaimPolicy.HOLD).build(), MESSAGE);

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
  }

  private StoredResult result() {
    return bench.record("order-1").orElseThrow().result();
  }

  /** As from code that has no null annotations. */
  @SuppressWarnings("NullAway")
  private static HandlerResult nothing(Order order, Object delivery) {
    return null;
  }

  @SuppressWarnings("NullAway")
  private static String textless() {
    return new IllegalStateException().getMessage();
  }

  @SuppressWarnings("NullAway")
  private static Object absent() {
    return Map.of().get("none");
  }
}
