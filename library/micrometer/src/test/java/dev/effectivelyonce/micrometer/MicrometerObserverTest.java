package dev.effectivelyonce.micrometer;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.testkit.InMemoryStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MicrometerObserverTest {
  private static final ConsumerName ORDERS = new ConsumerName("orders");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final MicrometerObserver metrics = new MicrometerObserver(registry);

  @Test
  void eventsOfAConsumerAreCountedAndTimed() {
    EffectivelyOnce orders = consumer(RERUN);
    run(orders, "O-1", () -> "placed");
    run(orders, "O-1", () -> "placed");
    run(
        orders,
        "O-2",
        () -> {
          throw new IllegalStateException("busy");
        });

    assertThat(counted())
        .containsOnly(
            Map.entry("dedup.miss", 2.0),
            Map.entry("executed", 1.0),
            Map.entry("dedup.skip", 1.0),
            Map.entry("released", 1.0));
    assertThat(timer("claimLatency").count()).isEqualTo(2);
    assertThat(timer("attemptAge").count()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfTransitionHasItsCount(Transition.Kind kind) {
    metrics.onTransition(transition(kind, 7, Optional.empty()));

    assertThat(counted()).containsOnly(Map.entry(MetricNames.of(kind), 1.0));
  }

  @ParameterizedTest
  @EnumSource
  void messagesThatCantBeReadAreCounted(UnreadMessage.Kind kind) {
    metrics.onUnreadable(new UnreadMessage(kind, ORDERS, NOW, new ErrorSummary("It is no JSON")));

    assertThat(counted()).containsOnly(Map.entry(MetricNames.of(kind), 1.0));
  }

  @Test
  void soAreSingleWritesAndAnswersOfACache() {
    metrics.onUngrouped(ORDERS, 10, NOW);
    metrics.onUngrouped(ORDERS, 3, NOW);
    metrics.onCacheHit(RecordId.of(ORDERS, BusinessKey.of("O-1")), NOW);

    assertThat(counted())
        .containsOnly(Map.entry("ungrouped", 13.0), Map.entry("dedup.cache.hit", 1.0));
  }

  @Test
  void durationsAreThoseOfTheTransitions() {
    metrics.onTransition(transition(Transition.Kind.CLAIMED, 7, Optional.empty()));
    metrics.onTransition(transition(Transition.Kind.TAKEN_OVER, 9, Optional.empty()));
    metrics.onTransition(transition(Transition.Kind.EXECUTED, 50, Optional.of(40L)));
    metrics.onTransition(transition(Transition.Kind.HELD, 50, Optional.empty()));
    metrics.onReturned(ORDERS, NOW.minusSeconds(900), NOW);

    assertThat(timer("claimLatency").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(16);
    assertThat(timer("claimLatency").max(TimeUnit.MILLISECONDS)).isEqualTo(9);
    assertThat(timer("attemptAge").count()).isOne();
    assertThat(timer("attemptAge").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(40);
    assertThat(timer("givenBack.oldest").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(900_000);
  }

  @Test
  void aClockThatWasSetBackShowsZero() {
    metrics.onTransition(transition(Transition.Kind.CLAIMED, -30, Optional.empty()));

    assertThat(timer("claimLatency").count()).isOne();
    assertThat(timer("claimLatency").totalTime(TimeUnit.MILLISECONDS)).isZero();
  }

  @Test
  void eachConsumerHasItsOwnMeters() {
    metrics.register("payments");
    metrics.onTransition(transition(Transition.Kind.CLAIMED, 7, Optional.empty()));

    assertThat(registry.get("effectivelyonce.dedup.miss").tag("consumer", "orders").counter())
        .returns(1.0, Counter::count);
    assertThat(registry.get("effectivelyonce.dedup.miss").tag("consumer", "payments").counter())
        .returns(0.0, Counter::count);
  }

  @Test
  void aNameThatNoConsumerCanHaveIsRefused() {
    assertThatThrownBy(() -> metrics.register("my orders"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("my orders");
  }

  @Test
  void noEventIsLostToAnotherThread() {
    IntStream.range(0, 10_000)
        .parallel()
        .forEach(
            i -> metrics.onTransition(transition(Transition.Kind.CLAIMED, 1, Optional.empty())));

    assertThat(counted()).containsOnly(Map.entry("dedup.miss", 10_000.0));
    assertThat(timer("claimLatency").count()).isEqualTo(10_000);
  }

  /** What dashboards and alerts of Prometheus ask for. */
  @Test
  void prometheusReadsTheNamesOfThePage() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    // sample: observer
    MicrometerObserver observer = new MicrometerObserver(prometheus).register("orders");
    EffectivelyOnce orders =
        EffectivelyOnce.of("orders")
            .observer(observer)
            // end
            .store(new InMemoryStore())
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(HOLD)
            .build();
    run(
        orders,
        "O-1",
        () -> {
          throw new IllegalStateException("The card may have been charged");
        });

    assertThat(prometheus.scrape().lines())
        .contains(
            "effectivelyonce_held_total{consumer=\"orders\"} 1.0",
            "effectivelyonce_takenOver_total{consumer=\"orders\"} 0.0",
            "effectivelyonce_dedup_skip_total{consumer=\"orders\"} 0.0",
            "effectivelyonce_attemptAge_seconds_count{consumer=\"orders\"} 1");
  }

  private EffectivelyOnce consumer(AbandonedClaimPolicy policy) {
    return EffectivelyOnce.of("orders")
        .store(new InMemoryStore())
        .retention(Duration.ofDays(19))
        .onAbandonedClaim(policy)
        .observer(metrics)
        .build();
  }

  private static void run(EffectivelyOnce orders, String key, Callable<?> code) {
    orders.run(BusinessKey.of(key), OnceRequest.within(Duration.ofMinutes(1)), code);
  }

  private Timer timer(String name) {
    return registry.get(MicrometerObserver.PREFIX + name).tag("consumer", "orders").timer();
  }

  /** Returns what was counted at all. */
  private Map<String, Double> counted() {
    return registry.getMeters().stream()
        .filter(Counter.class::isInstance)
        .map(Counter.class::cast)
        .filter(it -> it.count() > 0)
        .collect(
            toMap(
                it -> it.getId().getName().substring(MicrometerObserver.PREFIX.length()),
                Counter::count));
  }

  private static Transition transition(
      Transition.Kind kind, long elapsedMillis, Optional<Long> heldMillis) {
    return new Transition(
        kind,
        ORDERS,
        RecordId.of(ORDERS, BusinessKey.of("O-1")),
        new AttemptId("owner"),
        1,
        NOW,
        Duration.ofMillis(elapsedMillis),
        heldMillis.map(Duration::ofMillis),
        Optional.empty(),
        Optional.empty());
  }
}
