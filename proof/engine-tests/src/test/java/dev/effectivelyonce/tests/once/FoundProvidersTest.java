package dev.effectivelyonce.tests.once;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ObserverProvider;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreProvider;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A consumer from the environment has the store and the observers of the class path. */
class FoundProvidersTest {
  /** A store in memory for the table of each test. */
  public static final class Stores implements StoreProvider {
    @Override
    public IdempotencyStore storeOf(StoreSettings settings) {
      return new InMemoryStore();
    }
  }

  /** Writes what it is told into the environment, so that a test sees it. */
  public static final class Observers implements ObserverProvider {
    @Override
    public TransitionObserver observerOf(Map<String, String> environment) {
      return transition ->
          environment.merge("told", transition.kind().name(), (all, next) -> all + " " + next);
    }
  }

  @Test
  void theFirstCallRunsAndItsCopyDoesNotAndTheObserverHearsOfBoth() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(EnvironmentVariables.TABLE, "records", EnvironmentVariables.RETENTION, "P2D"));
    EffectivelyOnce once =
        EffectivelyOnce.of("invoices").fromEnvironment(environment).onAbandonedClaim(RERUN).build();

    assertThat(once.run(Bench.KEY, Bench.REQUEST, () -> "bill"))
        .isInstanceOf(Outcome.Executed.class);
    assertThat(once.run(Bench.KEY, Bench.REQUEST, () -> "bill"))
        .isInstanceOf(Outcome.Duplicate.class);

    assertThat(environment).containsEntry("told", "CLAIMED EXECUTED DUPLICATE");
  }
}
