package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.streams.SourceBench.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StreamConsumerBuilderTest {
  private final StreamBench bench = new StreamBench(PartitionLanes.PARTITION);

  @Test
  void whatIsMissingIsNamed() {
    StreamConsumerBuilder<Event> builder = StreamConsumer.of(StreamBench.clicks());
    missing(builder, "onAbandonedClaim, retention, store, handler, parking");
    builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .retention(Duration.ofDays(1))
        .store(bench.store)
        .handler((click, delivery) -> HandlerResult.completed());
    missing(builder, "parking");

    assertThat(builder.parking((message, deadline) -> {}).build()).isNotNull();
  }

  @Test
  void whatIsOutOfRangeIsNamed() {
    refused("maxAttempts", it -> it.maxAttempts(0));
    refused("leaseMargin", it -> it.leaseMargin(Duration.ofMinutes(16)));
  }

  @Test
  void theEnvironmentSetsAttemptsAndRefusesAnotherConsumersName() {
    bench.on("a", HandlerResult.retry("not now"));
    StreamConsumer<?> consumer = bench.consumer().settings(settings(Map.of())).build();

    bench.assertDone(consumer, Records.click(1, "c", "a"));
    assertThat(bench.ran()).hasSize(2);
    assertThat(bench.parkedPositions()).containsExactly("1");

    LambdaSettings others = settings(Map.of("EFFECTIVELY_ONCE_CONSUMER", "another"));
    refused("another", it -> it.settings(others));
  }

  @Test
  void theRecordShowsTheKeyTheResultAndTheFunctionAsTheSettingsHaveIt() {
    bench.on("a", HandlerResult.completed("a result"));
    bench.on("b", HandlerResult.completed("a result"));
    LambdaSettings settings = settings(Map.of("AWS_LAMBDA_FUNCTION_NAME", "clicks-function"));

    bench.reported(
        bench.consumer().settings(settings).keyVisibility(KeyVisibility.READABLE).build(),
        Records.click(1, "c", "a"));
    bench.reported(bench.consumer().maxResultBytes(7).build(), Records.click(2, "c", "b"));

    assertThat(bench.record("a").readableKey()).contains("a");
    assertThat(bench.record("a").claimant().function()).contains("clicks-function");
    assertThat(bench.record("a").result()).isEqualTo(new StoredResult.Text("\"a result\""));
    assertThat(bench.record("b").readableKey()).isEmpty();
    assertThat(bench.record("b").result()).isInstanceOf(StoredResult.Omitted.class);
  }

  @Test
  void aWaitInTheLaneIsAsLongAsTheBackoffSays() {
    Instant before = bench.clock.instant();
    bench.on("a", HandlerResult.retry("not now"));
    Backoff seven = new Backoff(Duration.ofSeconds(7), Duration.ofSeconds(7));

    bench.reported(
        bench.consumer().maxAttempts(2).backoff(seven).build(), Records.click(1, "c", "a"));

    // Half of it is by chance, which is none here.
    assertThat(Duration.between(before, bench.clock.instant())).isEqualTo(Duration.ofMillis(3500));
  }

  @Test
  void theEnvironmentSetsBackoffAndHeartbeatToo() {
    Instant before = bench.clock.instant();
    bench.on("a", HandlerResult.retry("not now"));
    LambdaSettings seven =
        settings(
            Map.of(
                "EFFECTIVELY_ONCE_BACKOFF_FIRST", "PT7S",
                "EFFECTIVELY_ONCE_BACKOFF_LONGEST", "PT7S"));

    bench.reported(bench.consumer().settings(seven).build(), Records.click(1, "c", "a"));

    assertThat(Duration.between(before, bench.clock.instant())).isEqualTo(Duration.ofMillis(3500));

    LambdaSettings beating = settings(Map.of("EFFECTIVELY_ONCE_HEARTBEAT", "PT10S"));
    refused("claims", it -> it.settings(beating).claims(ClaimMode.SINGLE_SHOT));
  }

  @Test
  void aLeaseThatIsRenewedIsShorterThanTheInvocation() {
    List<Instant> leases = new ArrayList<>();
    bench.on(
        "a",
        (attempt, steps) -> {
          leases.add(bench.record("a").leaseUntil());
          return HandlerResult.completed();
        });
    Instant start = bench.clock.instant();

    bench.reported(
        bench.consumer().heartbeat(Duration.ofSeconds(10)).build(), Records.click(1, "c", "a"));

    assertThat(leases)
        .singleElement()
        .satisfies(it -> assertThat(it).isBefore(start.plusSeconds(20)));
  }

  @Test
  void theCacheAnswersARedeliveryUnlessItIsOff() {
    StreamConsumer<?> standard = bench.consumer().build();
    StreamConsumer<?> off = bench.consumer().completedCache(CompletedCache.off()).build();

    for (StreamConsumer<?> consumer : List.of(standard, off)) {
      bench.reported(consumer, Records.click(1, "c", "a"));
    }
    int asked = bench.store.calls(Verb.CLAIM);
    bench.reported(standard, Records.click(1, "c", "a"));
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(asked);
    bench.reported(off, Records.click(1, "c", "a"));
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(asked + 1);
  }

  @Test
  void anObserverIsFlushedAtTheEndOfABatchAndMayFail() {
    AtomicInteger flushed = new AtomicInteger();
    TransitionObserver failing =
        new TransitionObserver() {
          @Override
          public void onTransition(Transition transition) {}

          @Override
          public void flush() {
            flushed.incrementAndGet();
            throw new IllegalStateException("no metrics today");
          }
        };

    bench.assertDone(bench.consumer().observer(failing).build(), Records.click(1, "c", "a"));
    assertThat(flushed).hasValue(1);
  }

  /** What the construct sets, and these variables. */
  private static LambdaSettings settings(Map<String, String> others) {
    Map<String, String> environment = new HashMap<>(others);
    environment.put("EFFECTIVELY_ONCE_TABLE", "records");
    environment.put("EFFECTIVELY_ONCE_RETENTION", "P19D");
    environment.put("EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "2");
    return LambdaSettings.from(environment);
  }

  private static void missing(StreamConsumerBuilder<Event> builder, String setting) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("has no " + setting);
  }

  private void refused(String text, UnaryOperator<StreamConsumerBuilder<Event>> change) {
    assertThatThrownBy(() -> change.apply(bench.consumer()).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(text);
  }
}
