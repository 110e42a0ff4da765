package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Histories of the other sources: every invariant holds, and what they are about happens. */
class SourcesTest {
  private static final long HISTORIES = Math.max(400, Long.getLong("simulation.histories", 0) / 20);

  /** Those of a queue, whose batches come back more often. */
  private static final long OF_A_QUEUE = Math.max(250, HISTORIES / 8);

  /** What else goes wrong in a history of a log; the rest is about queues and other stores. */
  private static final List<Fault> TROUBLE =
      List.of(
          Fault.REQUEST_LOST,
          Fault.REQUEST_LATE,
          Fault.ANSWER_LOST,
          Fault.ANSWER_LATE,
          Fault.THROTTLED,
          Fault.DENIED,
          Fault.PROCESS_DIES,
          Fault.PROCESS_STALLS,
          Fault.ENVIRONMENT_ENDS,
          Fault.INVOCATION_LATE,
          Fault.HANDLER_SLOW,
          Fault.HANDLER_THROWS,
          Fault.HANDLER_THROWS_AFTER_EFFECT,
          Fault.HANDLER_RETRIES,
          Fault.HANDLER_FAILS,
          Fault.RESPONSE_LOST,
          Fault.SENT_AGAIN,
          Fault.CONTRADICTED,
          Fault.UNREADABLE,
          Fault.SENT_AFTER_RETENTION,
          Fault.SETTLED,
          Fault.FORGOTTEN,
          Fault.REPLAY_DIES,
          Fault.CLOCK_STEPS);

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

  @Test
  void aTopicOfKafkaIsReadInOrderAndNothingIsPassedOver() throws IOException {
    lived(SourceModel.KAFKA);
  }

  @Test
  void aStreamOfKinesisIsReadInOrderAndNothingIsPassedOver() throws IOException {
    lived(SourceModel.KINESIS);
  }

  @Test
  void aQueueOfWholeBatchesAcknowledgesNothingThatIsNotDone() throws IOException {
    lived(SourceModel.RABBITMQ);
  }

  private static void lived(SourceModel source) throws IOException {
    long histories = source.isLog() ? HISTORIES : OF_A_QUEUE;
    CodeUnderTest parts = CodeUnderTest.over(StoreModel.DYNAMODB, source);
    Outcome outcome = Fleet.run(parts, Budget.ofHistories(0, histories), done -> {});
    assertThat(outcome.failures())
        .as(
            () ->
                outcome.failures().stream()
                    .limit(1)
                    .flatMap(failure -> Report.lines(failure, parts).stream())
                    .collect(Collectors.joining("\n")))
        .isEmpty();
    Files.write(Path.of("target/histories-" + source + ".md"), Report.lines(outcome));
    happened(outcome.counts(), source, histories);
    assertThat(outcome.counts().of("log: halved") > 0).isEqualTo(source.isLog());
  }

  private static void happened(Counts counts, SourceModel source, long histories) {
    assertThat(
            Stream.concat(
                TROUBLE.stream(), Stream.of(Fault.values()).filter(it -> it.isOf(source))))
        .allSatisfy(it -> assertThat(counts.of(it)).as("%s", it).isPositive());
    assertThat(OUTCOMES)
        .allSatisfy(
            (label, times) ->
                assertThat(counts.of(label))
                    .as(label)
                    .isGreaterThanOrEqualTo(times * histories / 100));
  }
}
