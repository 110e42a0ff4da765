package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.replay.LiveParking.Parking;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real consumers park in a real queue, and what they parked goes back to them. */
class ParkedReplayTest {
  @RegisterExtension static final LiveParking PARKING = new LiveParking();

  private final ParkedBench bench = PARKING.bench(Parking.STANDARD);

  @Test
  void whatFailedForGoodIsReopenedRunsOnceMoreAndLeavesTheQueue() {
    bench.parked("a");

    ReplayReport report = bench.replay();

    assertThat(report.counts().decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.remaining()).contains(0L);
    assertThat(bench.ran).containsExactly("a");
    assertThat(bench.status("a")).contains(Status.COMPLETED);
    assertThat(bench.live.drain(bench.url)).isEmpty();
  }

  @Test
  void aChangeOfATableGoesBackAsItCame() {
    bench.ofTable();
    bench.answers.put("a", () -> HandlerResult.fail("No"));
    bench.deliver(ParkedBench.kinesis(ParkedBench.change(7, "a")));
    bench.answers.clear();

    bench.replay();

    assertThat(bench.ran).containsExactly("a", "a");
    assertThat(bench.status("a")).contains(Status.COMPLETED);
    assertThat(bench.live.drain(bench.url)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"eventSource\":\"aws:kafka\",\"eventSourceArn\":\"arn:aws:kafka:eu:1:cluster/shop/7\"",
        "\"eventSource\":\"SelfManagedKafka\",\"bootstrapServers\":\"b:9092,a:9092\""
      })
  void aRecordOfKafkaGoesBackWithItsHeadersAsItsClusterHandedItOver(String cluster) {
    bench.ofKafka();
    bench.answers.put("a", () -> HandlerResult.fail("No"));
    bench.deliver(ParkedBench.kafka(cluster, 7, "a"));
    bench.answers.clear();

    bench.replay();

    assertThat(bench.invoked)
        .singleElement()
        .asString()
        .contains(cluster.substring(0, cluster.indexOf(',')));
    assertThat(bench.ran).containsExactly("a", "a");
    assertThat(bench.status("a")).contains(Status.COMPLETED);
    assertThat(bench.live.drain(bench.url)).isEmpty();
  }

  @Test
  void whatCouldNotBeReadIsReadAgainOnceItsConsumerIsCorrected() {
    bench.deliver(
        ParkedBench.kinesis(ParkedBench.record("s-1", 1, "{\"id\":\"a\",\"cents\":\"many\"}")));

    ReplayReport report =
        bench.replay(
            ReplayRequest.everything(),
            (function, event, within) -> {
              bench.invoked.add(event);
              return "{\"batchItemFailures\":[]}";
            });

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
    assertThat(bench.live.depth(bench.url)).isEqualTo(1);
    bench.answers.clear();
    assertThat(bench.replay().counts().decisions()).isEqualTo(Map.of("REOPEN", 1));
    assertThat(bench.live.drain(bench.url)).isEmpty();
  }

  @Test
  void aRunEndsWhenTwentyOfWhatItSendsAreParkedAgain() {
    String[] ids = new String[45];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = "k-" + i;
    }
    bench.parked(ids);
    for (String id : ids) {
      bench.answers.put(id, () -> HandlerResult.fail("No"));
    }

    ReplayReport report = bench.replay();

    assertThat(report.end()).isEqualTo(RunEnd.CAME_BACK);
    assertThat(report.cameBack()).isGreaterThanOrEqualTo(20);
    assertThat(bench.ran).doesNotHaveDuplicates();
    assertThat(bench.live.depth(bench.url)).isEqualTo(ids.length);
  }

  @Test
  void aRecordThatWasParkedTwiceRunsOnce() {
    bench.parked("a");
    bench.deliver(ParkedBench.kinesis(ParkedBench.click("shardId-1", 98, "a")));

    ReplayReport report = bench.replay();

    assertThat(bench.ran).containsExactly("a");
    assertThat(report.counts().decisions()).isEqualTo(Map.of("REOPEN", 1, "SKIP", 1));
    assertThat(bench.live.drain(bench.url)).isEmpty();
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
    assertThat(bench.live.drain(bench.url)).isEmpty();
  }

  @Test
  void aRecordIsChosenByItsKeyItsHashOrItsCause() {
    bench.parked("a", "b", "c");

    ReplayFilter keys = ReplayFilter.NONE.withKeys(Set.of("a", ParkedBench.id("b").keyHash()));
    bench.replay(ReplayRequest.everything().withFilter(keys));
    assertThat(bench.ran).containsExactlyInAnyOrder("a", "b");

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
    assertThat(bench.live.depth(bench.url)).isEqualTo(1);
  }
}
