package dev.effectivelyonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnsettledMetricsTest {
  private static final ConsumerName API = new ConsumerName("api");
  private static final ConsumerName FULFILMENT = new ConsumerName("fulfilment");
  private static final ErrorSummary WHY = new ErrorSummary("for a reason");
  private static final Step CHARGE = Step.unbegun("charge", 1, 1).intendedBy(1);

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore store = new InMemoryStore();
  private final Lines lines = new Lines();

  @Test
  void aHalfDoneRecordAgesFromTheLastTimeThatAnybodyWentOnWithIt() {
    IdempotencyRecord begun = written(store.note(claimed(API, "1"), CHARGE, stamp()));
    clock.advance(Duration.ofMinutes(40));
    written(store.release(begun, WHY, stamp()));
    clock.advance(Duration.ofMinutes(61));

    assertThat(write(API, FULFILMENT))
        .isEqualTo(Map.of("api", Duration.ofMinutes(61), "fulfilment", Duration.ZERO));
    assertThat(lines.texts().getFirst())
        .contains(
            "\"Dimensions\":[[\"function\",\"consumer\"]]",
            "\"function\":\"Watch\"",
            "\"consumer\":\"api\"",
            "\"unsettled.oldest\":3660000");
    assertThat(lines.texts().getLast())
        .contains("\"consumer\":\"fulfilment\"", "\"unsettled.oldest\":0");
  }

  @Test
  void aHeldRecordAgesUntilItIsSettled() {
    IdempotencyRecord held = written(store.hold(claimed(API, "1"), WHY, stamp()));
    clock.advance(Duration.ofHours(2));
    assertThat(write(API)).containsEntry("api", Duration.ofHours(2));

    written(store.settle(held, Settlement.COMPLETED, stamp()));

    assertThat(write(API)).containsEntry("api", Duration.ZERO);
  }

  @Test
  void whatFailedForGoodBeforeAnyStepIsSettledByItself() {
    written(store.fail(claimed(API, "1"), WHY, stamp()));
    clock.advance(Duration.ofMinutes(3));
    written(store.note(claimed(API, "2"), CHARGE, stamp()));
    clock.advance(Duration.ofMinutes(7));

    assertThat(write(API)).containsEntry("api", Duration.ofMinutes(7));
  }

  @Test
  void aClockBehindTheWritersReadsNoAge() {
    written(store.hold(claimed(API, "1"), WHY, stamp()));
    clock.advance(Duration.ofSeconds(-1));

    assertThat(write(API)).containsEntry("api", Duration.ZERO);
  }

  @Test
  void behindMoreThanItReadsItTakesTheWorstForTrue() {
    for (int i = 0; i <= UnsettledMetrics.MOST_READ; i++) {
      assertThat(i < UnsettledMetrics.MOST_READ || write(API).containsValue(Duration.ZERO))
          .as("before one more than it reads")
          .isTrue();
      written(store.fail(claimed(API, "failed-" + i), WHY, stamp()));
      clock.advance(Duration.ofSeconds(1));
    }

    assertThat(write(API)).containsEntry("api", Duration.ofSeconds(1));
  }

  static Stream<RuntimeException> faults() {
    return Stream.of(
        new StoreException(StoreException.Kind.THROTTLED, "throttled", "wait", null),
        new IllegalStateException("Connection pool shut down"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whereOneConsumersRecordsCanNotBeReadTheOthersAreAndTheFunctionFails(RuntimeException fault) {
    written(store.hold(claimed(FULFILMENT, "1"), WHY, stamp()));
    clock.advance(Duration.ofMinutes(5));
    RecordListing listing =
        (consumer, unreadable) -> {
          if (consumer.equals(API)) {
            throw fault;
          }
          return store.listed(consumer, unreadable);
        };

    assertThatThrownBy(() -> metrics(listing, API, FULFILMENT).write()).isSameAs(fault);

    assertThat(lines.texts())
        .singleElement()
        .asString()
        .contains("\"consumer\":\"fulfilment\"", "\"unsettled.oldest\":300000");
  }

  @Test
  void itIsMadeOfTheFunctionsEnvironment() {
    assertThatThrownBy(() -> UnsettledMetrics.of(Map.of(), store))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(EnvironmentVariables.CONSUMERS);

    Map<String, String> environment =
        Map.of(
            EnvironmentVariables.CONSUMERS, "api,fulfilment", "AWS_LAMBDA_FUNCTION_NAME", "Watch");

    assertThat(UnsettledMetrics.of(environment, store).write())
        .containsOnlyKeys("api", "fulfilment");
  }

  private Map<String, Duration> write(ConsumerName... consumers) {
    return metrics(store, consumers).write();
  }

  private UnsettledMetrics metrics(RecordListing listing, ConsumerName... consumers) {
    return new UnsettledMetrics(listing, List.of(consumers), new MetricLine("Watch", lines), clock);
  }

  private IdempotencyRecord claimed(ConsumerName consumer, String key) {
    return written(
        store.claim(
            new Claim(
                RecordId.of(consumer, BusinessKey.of(key)),
                new AttemptId("owner-" + key),
                clock.instant().plusSeconds(30),
                stamp())));
  }

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(clock.instant(), Duration.ofDays(1));
  }

  private static IdempotencyRecord written(WriteResult result) {
    return ((WriteResult.Written) result).record();
  }
}
