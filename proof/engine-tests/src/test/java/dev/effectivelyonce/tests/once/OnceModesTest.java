package dev.effectivelyonce.tests.once;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.once.Bench.KEY;
import static dev.effectivelyonce.tests.once.Bench.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.EffectivelyOnceBuilder;
import dev.effectivelyonce.core.once.OnceResult;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Effects, steps, observers and settings of calls. */
class OnceModesTest {
  private final Bench bench = new Bench(RERUN);
  private final List<String> seen = new ArrayList<>();

  @Test
  void aValueThatEffectsYieldIsTheCallsOwn() {
    EffectivelyOnce once = bench.builder().maxResultBytes(6).build();
    Handler code =
        attempt -> HandlerResult.commit(InMemoryEffects.of(() -> {}).yielding(bench::bill));

    assertThat(once.runOrThrow(KEY, REQUEST, String.class, code))
        .isEqualTo(new OnceResult.Ran<>(Optional.of("bill 1")));
    assertThat(once.runOrThrow(KEY, REQUEST, String.class, code))
        .isEqualTo(bench.before(Optional.of("bill 1")));
    bench.bills.set(10);
    assertThat(once.runOrThrow(KEY.and("2"), REQUEST, String.class, code))
        .isInstanceOf(OnceResult.NotKept.class);
  }

  @Test
  void observersSeeEachCallAndItsEndEvenIfTheyFail() {
    EffectivelyOnce once = bench.builder().observer(remembering()).build();

    Object first = once.run(KEY, REQUEST, bench::bill);
    Object second = once.run(KEY, REQUEST, bench::bill);

    assertThat(List.of(first, second)).hasSize(2);
    assertThat(seen).containsExactly("CLAIMED", "EXECUTED", "flush", "DUPLICATE", "flush");
  }

  private TransitionObserver remembering() {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        seen.add(transition.kind().name());
      }

      @Override
      public void flush() {
        seen.add("flush");
        throw new IllegalStateException("no metrics");
      }
    };
  }

  @Test
  void aValueThatIsNoStringIsNotKeptUnlessASerializerKeepsIt() {
    EffectivelyOnce strings = bench.builder().build();
    EffectivelyOnce numbers = bench.builder().results(new Numbers()).build();

    assertThat(strings.runOrThrow(KEY, REQUEST, Integer.class, () -> 7).value()).contains(7);
    assertThat(strings.runOrThrow(KEY, REQUEST, Integer.class, () -> 8))
        .isInstanceOf(OnceResult.NotKept.class);
    assertThat(numbers.runOrThrow(KEY.and("2"), REQUEST, Integer.class, () -> 7).value())
        .contains(7);
    assertThat(numbers.runOrThrow(KEY.and("2"), REQUEST, Integer.class, () -> 8))
        .isEqualTo(bench.before(Optional.of(7)));
  }

  @Test
  void aValueThatCanNotBeReadAnyMoreIsNotKeptAndTheEventIsDone() {
    Object ignored = bench.call(() -> "no number");

    assertThat(
            bench
                .builder()
                .results(new Numbers())
                .build()
                .runOrThrow(KEY, REQUEST, Integer.class, () -> 8))
        .isEqualTo(
            new OnceResult.NotKept<>(
                new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0)));
  }

  private static final class Numbers implements ResultSerializer {
    @Override
    public String serialize(Object value) {
      return value.toString();
    }

    @Override
    public <T> T deserialize(String text, Class<T> type) {
      return type.cast(Integer.valueOf(text));
    }
  }

  @Test
  void whatIsRequiredIsAskedFor() {
    assertRefused(
        EffectivelyOnce.of("o"), "The consumer o has no onAbandonedClaim, retention, store");
    assertThatThrownBy(() -> EffectivelyOnce.of("o").fromEnvironment(Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("EFFECTIVELY_ONCE_TABLE", "EFFECTIVELY_ONCE_RETENTION");
  }

  @Test
  void aHeartbeatWithoutAClaimIsRefused() {
    assertRefused(
        bench.builder().claims(ClaimMode.SINGLE_SHOT).heartbeat(Duration.ofSeconds(9)), "claims");
  }

  @Test
  void theEnvironmentSaysHowLongRecordsAreKeptAndWhoseTheyAre() {
    EnvironmentSettings settings =
        EnvironmentSettings.from(
            Map.of(
                EnvironmentVariables.TABLE, "records",
                EnvironmentVariables.RETENTION, "P2D",
                EnvironmentVariables.MODE, "OBSERVE",
                EnvironmentVariables.CONSUMER, "receipts"));

    assertThat(settings)
        .isEqualTo(
            new EnvironmentSettings(
                "records",
                Duration.ofDays(2),
                ConsumerMode.OBSERVE,
                Listing.FAILED_AND_HELD,
                new DeployedFunction(Optional.of("receipts"), Optional.empty())));
    assertRefused(bench.builder().settings(settings), "The stack deploys the consumer receipts");
  }

  @Test
  void recordsAreNotKeptForLessThanTheEnvironmentSays() {
    EnvironmentSettings settings =
        EnvironmentSettings.from(
            Map.of(EnvironmentVariables.TABLE, "records", EnvironmentVariables.RETENTION, "P2D"));

    assertRefused(
        bench.builder().settings(settings).retention(Duration.ofHours(1)),
        "keeps records for PT1H, and its stack has derived PT48H");
    Object ignored = bench.builder().settings(settings).retention(Duration.ofDays(3)).build();
  }

  private static void assertRefused(EffectivelyOnceBuilder builder, String problem) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem);
  }
}
