package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories with workers: every invariant holds, and what they are about happens. */
class WorkersTest {
  private static final CodeUnderTest WORKERS =
      CodeUnderTest.over(StoreModel.DYNAMODB, SourceModel.SQS_WORKER);

  private static final long ALL = Long.getLong("simulation.histories", 0);

  /** All in the profile full, otherwise a few hundred: a worker polls, which takes steps. */
  private static final long HISTORIES = ALL < 20_000 ? 300 : ALL;

  @Test
  void whatWorkersReceiveRunsOnceWheneverTheyStopOrDie() throws IOException {
    Counts counts = HistoriesTest.lived(WORKERS, HISTORIES).counts();

    assertThat(
            List.of(
                Fault.STOPPED,
                Fault.PROCESS_DIES,
                Fault.PROCESS_STALLS,
                Fault.ANSWER_LOST,
                Fault.DELETE_LOST,
                Fault.HANDLER_SLOW))
        .allSatisfy(it -> assertThat(counts.of(it)).as("%s", it).isPositive());
    assertThat(
            List.of(
                "worker: stopped in time",
                "worker: received after its stop",
                "written RENEW",
                "written TAKE_OVER"))
        .allSatisfy(it -> assertThat(counts.of(it)).as(it).isGreaterThan(HISTORIES / 100));
    assertThat(counts.of(Transition.Kind.DUPLICATE)).isPositive();
  }

  @Test
  void oneSeedGivesOneHistory() {
    assertThat(List.of(0L, 1L, 2L, 3L, 4L))
        .allSatisfy(
            seed ->
                assertThat(Retelling.of(WORKERS, seed).trace())
                    .isEqualTo(Retelling.of(WORKERS, seed).trace()));
  }
}
