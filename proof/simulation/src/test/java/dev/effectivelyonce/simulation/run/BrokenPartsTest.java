package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is broken on purpose is found, shrunk and told. */
class BrokenPartsTest {
  /** A store whose completions ask for nothing but a record. */
  private static final CodeUnderTest UNFENCED =
      new CodeUnderTest(StoreModel.DYNAMODB, SourceModel.SQS, Unfenced::new);

  @Test
  void aZombiesCompletionIsFoundAndToldInFewerSteps() {
    Budget budget = Budget.ofHistories(0, 20_000).untilItFails();

    Failure failure = Fleet.run(UNFENCED, budget, done -> {}).failures().getFirst();

    assertThat(failure.violation().invariant()).isEqualTo(Invariant.ZOMBIES_REFUSED);

    List<String> lines = Report.lines(failure, UNFENCED);

    assertThat(lines.getFirst()).startsWith("Seed " + failure.seed());
    assertThat(lines)
        .hasSizeLessThan(Retelling.of(UNFENCED, failure.seed()).trace().size())
        .anyMatch(line -> line.contains("VIOLATED") && line.contains(invariant(failure)));
    assertThat(lines.getLast()).endsWith("-Dseed=" + failure.seed());
  }

  private static String invariant(Failure failure) {
    return failure.violation().invariant().name();
  }

  /** Completes whatever is there. */
  private static final class Unfenced extends ForwardingStore {
    private final IdempotencyStore store;

    Unfenced(IdempotencyStore store) {
      super(store);
      this.store = store;
    }

    @Override
    public WriteResult write(Write write) {
      return write instanceof Write.Complete(var mine, StoredResult result, WriteTimestamp stamp)
          ? store.complete(store.find(mine.id()).orElse(mine), result, stamp)
          : store.write(write);
    }
  }
}
