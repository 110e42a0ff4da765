package dev.effectivelyonce.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What failovers of a store come to in effects, over the real engine. A failover comes before,
 * within and after handlers, whose events other workers get meanwhile. No attempt outlives its
 * lease, so nothing but a failover repeats an effect.
 */
class FailoverTest {
  private static final long HISTORIES = Long.getLong("simulation.histories", 1_000);
  private static final int KEYS = 4;
  private static final int DELIVERIES = 24;
  private static final int MOST_BEHIND = 6;
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Test
  void aStoreThatKeepsWhatItAnsweredHasNoSecondEffect() {
    LongStream.range(0, HISTORIES)
        .mapToObj(seed -> new History(seed, Durability.SYNC).lived())
        .forEach(
            history ->
                assertThat(IntStream.range(0, KEYS).map(history::effects))
                    .as("seed %d", history.seed)
                    .containsOnly(1));
  }

  @Test
  void aStoreThatForgetsHasAtMostOneFurtherEffectForEachForgottenWrite() throws IOException {
    long failovers = 0;
    long forgotten = 0;
    long doubles = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      History history = new History(seed, Durability.ASYNC).lived();
      for (int key = 0; key < KEYS; key++) {
        int further = history.effects(key) - 1;
        assertThat(further)
            .as("further effects of event %d, seed %d", key, seed)
            .isBetween(0, history.forgotten(key));
        forgotten += history.forgotten(key);
        doubles += further;
      }
      failovers += history.failovers;
    }
    assertThat(doubles).isPositive();
    Files.writeString(
        Path.of("target/failovers.txt"),
        "%s histories of %s events: %s failovers forgot %s answered writes, %s further effects%n"
            .formatted(HISTORIES, KEYS, failovers, forgotten, doubles));
  }

  /** Deliveries of a few events to workers over one store. */
  private static final class History {
    private static final ConsumerName ORDERS = new ConsumerName("orders");

    private final long seed;
    private final Choices choices;
    private final ForgettingStore store;
    private final ManualClock clock = new ManualClock();
    private final int[] effects = new int[KEYS];
    private final Engine engine;
    private int owners;
    private int failovers;
    private boolean isCalm;

    History(long seed, Durability durability) {
      this.seed = seed;
      this.choices = Choices.ofSeed(seed);
      this.store = new ForgettingStore(durability);
      this.engine =
          new Engine(
              new EngineContext(
                  ConsumerSettings.of(ORDERS, AbandonedClaimPolicy.RERUN, Duration.ofDays(19)),
                  store,
                  new Platform(clock, () -> new Owner("o" + ++owners), () -> 0L, clock::advance),
                  String::valueOf,
                  transition -> {}));
    }

    /** First with failovers, then without, until each event is done. */
    History lived() {
      for (int i = 0; i < DELIVERIES; i++) {
        deliver(choices.next(KEYS), 2);
        mayFailOver();
        clock.advance(choices.next(3) == 2 ? LEASE : Duration.ofMillis(1));
      }
      isCalm = true;
      for (int key = 0; key < KEYS; key++) {
        clock.advance(LEASE);
        assertThat(deliver(key, 0).isDone()).as("event %d, seed %d", key, seed).isTrue();
      }
      return this;
    }

    int effects(int key) {
      return effects[key];
    }

    int forgotten(int key) {
      return store.forgotten(RecordId.of(ORDERS, key(key)));
    }

    private Outcome deliver(int key, int depth) {
      Instant now = clock.instant();
      Request request =
          new Request(
              key(key), Optional.empty(), now.plus(LEASE), now.plus(LEASE), now.plus(LEASE));
      return engine.execute(
          request,
          attempt -> {
            meanwhile(depth);
            effects[key]++;
            meanwhile(depth);
            return HandlerResult.completed();
          });
    }

    /** Lets a replica be promoted, and another worker get an event, within a handler. */
    private void meanwhile(int depth) {
      mayFailOver();
      if (depth > 0 && !isCalm && choices.next(3) == 2) {
        deliver(choices.next(KEYS), depth - 1);
      }
    }

    private void mayFailOver() {
      if (!isCalm && choices.next(8) == 7) {
        failovers++;
        store.failOver(1 + choices.next(MOST_BEHIND));
      }
    }

    private static BusinessKey key(int number) {
      return BusinessKey.of("order-" + number);
    }
  }
}
