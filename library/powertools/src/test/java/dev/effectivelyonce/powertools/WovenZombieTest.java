package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;

/**
 * What this store makes of the end of a call that goes on after its time, while another has begun.
 * One environment may run many invocations at once.
 */
class WovenZombieTest {
  @Test
  void aZombiesCallFailsSoThatItsMessageIsNotAcknowledged() throws Exception {
    Bench bench = Bench.plain();

    assertThatThrownBy(() -> bench.shop.place("o-1", () -> outlivedBy(bench, "successor")))
        .isInstanceOf(IdempotencyPersistenceLayerException.class)
        .rootCause()
        .isInstanceOfSatisfying(
            AttemptRefusedException.class,
            refused -> assertThat(refused.outcome()).isEqualTo(new Outcome.Superseded(1)))
        .hasMessageStartingWith("The claim of testFunction.place#");

    assertThat(bench.record().result()).isEqualTo(new StoredResult.Text("successor"));
    assertThat(bench.shop.place("o-1", () -> "third")).isEqualTo("successor");
  }

  @Test
  void withTheLocalCacheTheZombiesValueIsNotRememberedEither() throws Exception {
    Bench bench = Bench.caching();

    assertThatThrownBy(() -> bench.shop.place("o-1", () -> outlivedBy(bench, "successor")));

    assertThat(bench.shop.place("o-1", () -> "third")).isEqualTo("successor");
  }

  @Test
  void aZombieThatThrowsKeepsItsExceptionAndChangesNothing() {
    Bench bench = Bench.plain();
    AtomicReference<IdempotencyRecord> left = new AtomicReference<>();
    IllegalStateException thrown = new IllegalStateException();

    assertThatThrownBy(
            () ->
                bench.shop.place(
                    "o-1",
                    () -> {
                      String ignored = outlivedBy(bench, "successor");
                      left.set(bench.record());
                      throw thrown;
                    }))
        .isSameAs(thrown)
        .satisfies(
            it ->
                assertThat(it.getSuppressed())
                    .singleElement()
                    .isInstanceOf(AttemptRefusedException.class));

    assertThat(bench.record()).isEqualTo(left.get());
  }

  @Test
  void aZombieThatNobodyTookOverCompletes() throws Exception {
    Bench bench = Bench.plain();

    String result =
        bench.shop.place(
            "o-1",
            () -> {
              bench.lapse();
              return "late";
            });

    assertThat(result).isEqualTo("late");
    assertThat(bench.record().result()).isEqualTo(new StoredResult.Text("late"));
  }

  /** Inside of the zombie's effect its lease lapses, and another call of the key completes. */
  private static String outlivedBy(Bench bench, String result) throws Exception {
    bench.lapse();
    String successors = Bench.elsewhere(() -> bench.shop.place("o-1", () -> result));
    assertThat(successors).isEqualTo(result);
    return "of the zombie";
  }
}
