package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Histories over the other stores: every invariant holds, and what they are about happens. */
class StoresTest {
  private static final long HISTORIES =
      Math.max(1_000, Long.getLong("simulation.histories", 0) / 8);
  private static final String FORGOTTEN = "failover: write forgotten";
  private static final String REPEATED = "failover: effects repeated";

  @Test
  void aFailoverThatForgetsNothingRepeatsNothing() throws IOException {
    Counts counts = lived(StoreModel.REDIS_SYNC);

    assertThat(counts.of(Fault.FAILOVER)).isPositive();
    assertThat(counts.of("failover: refused by the old primary")).isPositive();
    assertThat(counts.of(FORGOTTEN)).isZero();
    assertThat(counts.of(REPEATED)).isZero();
  }

  @Test
  void aFailoverThatForgetsRepeatsWhatItForgotAndNothingElse() throws IOException {
    Counts counts = lived(StoreModel.REDIS_ASYNC);

    assertThat(counts.of(REPEATED)).isPositive().isLessThan(counts.of(FORGOTTEN));
  }

  private static Counts lived(StoreModel store) throws IOException {
    return HistoriesTest.lived(CodeUnderTest.over(store), HISTORIES).counts();
  }
}
