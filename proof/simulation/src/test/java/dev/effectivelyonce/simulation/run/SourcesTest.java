package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Histories of the other sources: every invariant holds, and what they are about happens. */
class SourcesTest {
  private static final long HISTORIES = Math.max(400, Long.getLong("simulation.histories", 0) / 20);

  /** Those of a queue, whose batches come back more often. */
  private static final long OF_A_QUEUE = Math.max(250, HISTORIES / 8);

  /** What histories of these sources do not know, of what goes wrong in all. */
  private static final Set<Fault> OF_SQS =
      EnumSet.of(
          Fault.STATEMENT_FAILS,
          Fault.HANDLER_RENEWS,
          Fault.DELIVERED_TWICE,
          Fault.STALE_RECEIPT_TAKEN,
          Fault.DELETE_LOST,
          Fault.DELETE_LATE,
          Fault.REDRIVEN,
          Fault.REPLAYED);

  /** What becomes of records, how often at least in a hundred histories. */
  private static final Map<String, Integer> OUTCOMES =
      Map.of(
          "log: passed, completed", 200,
          "log: passed, parked", 200,
          "log: given up", 50,
          "log: expired", 10,
          "log: a zombie committed nothing", 5,
          "parked: answered", 200,
          "parked: again", 20,
          "parked: not answered", 20,
          "written COMMIT", 30);

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"SQS", "SQS_WORKER"})
  void whatIsReadIsHandledInOrderAndNothingIsPassedOver(SourceModel source) throws IOException {
    long histories = source.isLog() ? HISTORIES : OF_A_QUEUE;
    Counts counts =
        HistoriesTest.lived(CodeUnderTest.over(StoreModel.DYNAMODB, source), histories).counts();
    assertThat(Fault.values())
        .filteredOn(it -> it == Fault.CLOCK_STEPS || it.isOf(source) || it.kind() == Fault.Kind.ALL)
        .filteredOn(it -> !OF_SQS.contains(it))
        .allSatisfy(it -> assertThat(counts.of(it)).as("%s", it).isPositive());
    assertThat(OUTCOMES)
        .allSatisfy(
            (label, times) ->
                assertThat(counts.of(label))
                    .as(label)
                    .isGreaterThanOrEqualTo(times * histories / 100));
    assertThat(counts.of("log: halved") > 0).isEqualTo(source.isLog());
  }
}
