package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.core.record.StoredResult.Reason.NOT_SERIALIZABLE;
import static dev.effectivelyonce.core.record.StoredResult.Reason.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.StoredResult;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever becomes of a handler's value, its completion is recorded. */
class KeptResultTest {
  private final Bench bench = new Bench(RERUN);

  private void assertKept(ResultSerializer serializer, StoredResult expected) {
    assertThat(
            bench
                .engine(bench.store, bench.clock, serializer, transition -> {})
                .execute(bench.request(), attempt -> HandlerResult.completed("value")))
        .isEqualTo(new Outcome.Executed(expected, 1));
    assertThat(bench.deliver(new Effect())).isEqualTo(bench.duplicate(expected));
  }

  @Test
  void aResultOfExactlyTheLimitIsKept() {
    String text = "\u00eb".repeat(Bench.MAX_RESULT_BYTES / 2);

    assertKept(value -> text, new StoredResult.Text(text));
  }

  @Test
  void aResultOneByteOverTheLimitIsReplacedByItsSize() {
    String text = "\u00eb".repeat(Bench.MAX_RESULT_BYTES / 2) + "a";

    assertKept(value -> text, new StoredResult.Omitted(TOO_LARGE, Bench.MAX_RESULT_BYTES + 1));
  }

  @Test
  void anEmptyTextIsAResult() {
    assertKept(value -> "", new StoredResult.Text(""));
  }

  @ParameterizedTest
  @MethodSource
  void aResultWithoutATextIsReplacedByAMarker(ResultSerializer serializer) {
    assertKept(serializer, new StoredResult.Omitted(NOT_SERIALIZABLE, 0));
  }

  private static Stream<Named<ResultSerializer>> aResultWithoutATextIsReplacedByAMarker() {
    return Stream.of(
        failing(new IOException("disk")),
        failing(new IllegalArgumentException("cycle")),
        failing(new StackOverflowError()),
        failing(new NoClassDefFoundError("com/example/Module")),
        failing(new InternalError("card 4111")),
        Named.of("half of a surrogate pair", value -> "a\ud83d"),
        Named.of("null", KeptResultTest::none));
  }

  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  private static String none(Object value) {
    return null;
  }

  private static Named<ResultSerializer> failing(Throwable thrown) {
    return Named.of(
        thrown.getClass().getSimpleName(),
        value -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (Exception) thrown;
        });
  }

  @Test
  void aSerializerThatInterruptsItselfDoesNotBreakTheWrite() {
    ResultSerializer interrupting =
        value -> {
          Thread.currentThread().interrupt();
          return "text";
        };

    Outcome outcome =
        bench
            .engine(Interrupts.refusedBy(bench.store), bench.clock, interrupting, kind -> {})
            .execute(bench.request(), attempt -> HandlerResult.completed("value"));

    assertThat(Thread.interrupted()).isFalse();
    assertThat(outcome).isEqualTo(new Outcome.Executed(new StoredResult.Text("text"), 1));
  }
}
