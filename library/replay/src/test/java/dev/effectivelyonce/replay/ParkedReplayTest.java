package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real consumers park in a real queue, and what they parked goes back to them. */
class ParkedReplayTest {

  private final ParkedBench bench = new ParkedBench();

  @Test
  void whatFailedForGoodIsReopenedRunsOnceMoreAndLeavesTheQueue() {
    bench.parked("a");

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.remaining()).contains(0L);
    assertThat(bench.ran).containsExactly("a");
    assertThat(bench.status("a")).contains(Status.COMPLETED);
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void aChangeOfATableGoesBackAsItCame() {
    bench.ofTable();

    assertRunsAgain(ParkedBench.kinesis(ParkedBench.change(7, "a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"arn:aws:kafka:eu:1:cluster/shop/7\"",
        "\"eventSource\":\"SelfManagedKafka\",\"bootstrapServers\":\"b:9092,a:9092\""
      })
  void aRecordOfKafkaGoesBackWithItsHeadersAsItsClusterHandedItOver(String cluster) {
    bench.ofKafka();

    assertRunsAgain(ParkedBench.kafka(cluster, 7, "a"));

    assertThat(bench.invoked)
        .singleElement()
        .asString()
        .contains(cluster.substring(0, cluster.indexOf(',')));
  }

  private void assertRunsAgain(String event) {
    bench.answers.put("a", () -> HandlerResult.fail("No"));
    bench.deliver(event);
    bench.answers.clear();

    bench.replay();

    assertThat(bench.ran).containsExactly("a", "a");
    assertThat(bench.status("a")).contains(Status.COMPLETED);
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void whatCouldNotBeReadIsReadAgainOnceItsConsumerIsCorrected() {
    bench.deliver(
        ParkedBench.kinesis(ParkedBench.record("s-1", 1, "{\"id\":\"a\",\"cents\":\"many\"}")));

    ReplayReport report = bench.replay("{\"batchItemFailures\":[]}");

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(bench.invoked)
        .singleElement()
        .asString()
        .startsWith("{\"Records\":[{\"kinesis\":{")
        .endsWith("}]}");
  }

  @Test
  void whatFailsForGoodAgainIsParkedAgainOnceAndIsNotRepeatedInTheRun() {
    bench.parked("a");
    bench.answers.put("a", () -> HandlerResult.fail("Still no such customer"));

    ReplayReport report = bench.replay();

    assertThat(bench.ran).containsExactly("a");
    assertThat(report.counts().decisions()).isEqualTo(Map.of("REOPEN", 1, "CAME_BACK", 1));
    assertThat(report.cameBack()).isEqualTo(1);
    assertThat(report.hidden()).isEmpty();
    assertThat(bench.depth()).isEqualTo(1);
    bench.answers.clear();
    assertThat(bench.decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void aRunEndsWhenTwentyOfWhatItSendsAreParkedAgain() {
    String[] ids = IntStream.range(0, 45).mapToObj(i -> "k-" + i).toArray(String[]::new);
    bench.parked(ids);
    List.of(ids).forEach(id -> bench.answers.put(id, () -> HandlerResult.fail("No")));

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.CAME_BACK);
    assertThat(report.cameBack()).isGreaterThanOrEqualTo(20);
    assertThat(bench.ran).doesNotHaveDuplicates();
    assertThat(bench.depth()).isEqualTo(ids.length);
  }

  @Test
  void recordsOfOnePartitionGoBackByTheirPositions() {
    bench.parked("e", "d", "c", "b", "a");
    bench.rewritten();

    bench.replay();

    assertThat(bench.ran).containsExactly("e", "d", "c", "b", "a");
  }

  @Test
  void whatWasParkedBeforeRecordsHadIdsIsParkedAgainWithOneAndRunsByTheNextRun() {
    bench.parked("a");
    bench.rewritten("recordId", "fingerprint");

    ReplayReport first = bench.replay();
    assertThat(bench.ran).isEmpty();
    ReplayReport second = bench.replay();

    assertThat(first.counts().decisions()).isEqualTo(Map.of("SEND", 1, "CAME_BACK", 1));
    assertThat(second.counts().decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(bench.ran).containsExactly("a");
    assertThat(bench.drained()).isEmpty();
  }

  @Test
  void aRecordIsChosenByItsKeyItsHashOrItsCause() {
    bench.parked("a", "b", "c");

    ReplayFilter keys = ReplayFilter.NONE.withKeys(Set.of("a", ParkedBench.id("b").keyHash()));
    bench.replay(ReplayRequest.everything().withFilter(keys));
    assertThat(bench.ran).containsExactlyInAnyOrder("a", "b");

    bench.replay(
        ReplayRequest.everything().withFilter(ReplayFilter.NONE.withKeys(Set.of("/", "//"))));
    assertThat(bench.ran).hasSize(2);

    bench.replay(
        ReplayRequest.everything().withFilter(ReplayFilter.NONE.withCause("no such customer")));
    assertThat(bench.ran).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aDryRunInvokesNothing() {
    bench.parked("a");

    ReplayReport report = bench.replay(ReplayRequest.everything().withMode(RunMode.DRY_RUN));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(bench.invoked).isEmpty();
    assertThat(bench.status("a")).contains(Status.FAILED);
    assertThat(bench.depth()).isEqualTo(1);
  }
}
