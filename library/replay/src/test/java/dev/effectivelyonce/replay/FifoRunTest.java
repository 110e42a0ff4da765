package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.replay.FakeQueues.Fault;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A FIFO dead-letter queue, where a hidden message hides the rest of its group. */
class FifoRunTest {
  private final ReplayBench bench = new ReplayBench();

  @BeforeEach
  void groupsHide() {
    bench.queues.fifo();
  }

  @Test
  void messagesOfAGroupAreSentInTheirOrder() {
    group("g", "a", 35);

    bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);

    assertThat(bench.queues.sent())
        .containsExactlyElementsOf(IntStream.range(0, 35).mapToObj(i -> "m-a" + i).toList());
  }

  @Test
  void whatIsBehindALeftMessageIsReachedInTheSameRun() {
    for (int group = 0; group < 15; group++) {
      group("g" + group, "held" + group + "-", 3)
          .forEach(order -> bench.record(order, Status.UNKNOWN));
      group("g" + group, "new" + group + "-", 12);
    }

    ReplayReport report = bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);

    assertThat(report.counts().decisions()).isEqualTo(Map.of("HELD", 45, "SEND", 180));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(report.remaining()).contains(0L);
    assertThat(report.blockedGroups()).isZero();
    assertThat(bench.queues.visible()).hasSize(45);
    assertThat(bench.heard).extracting(Examined::messageId).doesNotHaveDuplicates();
  }

  @Test
  void tenLeftMessagesHideTheirGroupAndTheReportSaysSo() {
    group("g", "held", 10).forEach(order -> bench.record(order, Status.UNKNOWN));
    group("g", "new", 5);
    group("other", "too", 5);

    ReplayReport report = bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);

    assertThat(report.counts().replayed()).isEqualTo(5);
    assertThat(report.blockedGroups()).isEqualTo(1);
    assertThat(report.remaining()).contains(5L);
    assertThat(report.text()).contains("message groups that hide more");
  }

  @Test
  void aFailedSendHoldsTheLaterMessagesOfItsGroup() {
    group("g", "a", 5);
    bench.queues.onSend("m-a2", Fault.FAILS);

    ReplayReport report = bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);
    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(bench.queues.sent()).containsExactly("m-a0", "m-a1");

    bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);
    assertThat(bench.queues.sent()).containsExactly("m-a0", "m-a1", "m-a2", "m-a3", "m-a4");
  }

  @Test
  void aFaultOfAGroupIsReportedEvenIfTheLimitIsReached() {
    group("g", "a", 2);
    group("other", "b", 5);
    bench.queues.onSend("m-a0", Fault.FAILS);

    ReplayReport report =
        bench.replay(ReplayRequest.everything().withMaxMessages(3), ReplayBench.FIFO);

    assertThat(bench.queues.sent()).containsExactly("m-b0", "m-b1", "m-b2");
    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).contains("Failed for m-a0");
  }

  /** A queue that takes none is not asked once for each group. */
  @Test
  void aSendThatFailsForTenGroupsEndsTheRun() {
    for (int group = 0; group < 12; group++) {
      group("g" + group, "a" + group, 2);
    }
    bench.queues.onSend(
        letter -> {
          throw new IllegalStateException("away");
        });

    ReplayReport report = bench.replay(ReplayRequest.everything(), ReplayBench.FIFO);

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND_FAILED", 10));
  }

  private List<String> group(String group, String prefix, int count) {
    List<String> orders = IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    orders.forEach(
        order ->
            bench.queues.add(
                "m-" + order,
                ReplayBench.body(order),
                Map.of(MessageSystemAttributeName.MESSAGE_GROUP_ID, group)));
    return orders;
  }
}
