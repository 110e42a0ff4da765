package dev.effectivelyonce.tests.once;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.once.Bench.KEY;
import static dev.effectivelyonce.tests.once.Bench.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceResult;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.tests.words.Noted;
import dev.effectivelyonce.tests.words.Numbers;
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
    EffectivelyOnce once = bench.builder().observer(new Noted(seen)).build();

    Object first = once.run(KEY, REQUEST, bench::bill);
    Object second = once.run(KEY, REQUEST, bench::bill);

    assertThat(List.of(first, second)).hasSize(2);
    assertThat(seen).containsExactly("CLAIMED", "EXECUTED", "over", "DUPLICATE", "over");
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

  @Test
  void whatIsRequiredIsAskedFor() {
    assertMistake(
        EffectivelyOnce.of("o")::build, "The consumer o has no onAbandonedClaim, retention, store");
    assertMistake(
        () -> EffectivelyOnce.of("o").fromEnvironment(Map.of()),
        "EFFECTIVELY_ONCE_TABLE",
        "EFFECTIVELY_ONCE_RETENTION");
  }

  @Test
  void aHeartbeatWithoutAClaimIsRefused() {
    assertMistake(
        bench.builder().claims(ClaimMode.SINGLE_SHOT).heartbeat(Duration.ofSeconds(9))::build,
        "claims");
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
    assertMistake(
        bench.builder().settings(settings)::build, "The stack deploys the consumer receipts");
  }

  @Test
  void recordsAreNotKeptForLessThanTheEnvironmentSays() {
    EnvironmentSettings settings =
        EnvironmentSettings.from(
            Map.of(EnvironmentVariables.TABLE, "records", EnvironmentVariables.RETENTION, "P2D"));

    assertMistake(
        bench.builder().settings(settings).retention(Duration.ofHours(1))::build,
        "keeps records for PT1H, and its stack has derived PT48H");
    Object ignored = bench.builder().settings(settings).retention(Duration.ofDays(3)).build();
  }
}
