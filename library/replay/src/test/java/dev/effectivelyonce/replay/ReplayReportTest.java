package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a report says, and what it never does. */
class ReplayReportTest {
  private final ReplayBench bench = new ReplayBench();

  @Test
  void theMapHasEveryCountAndNamesWhatNeedsAttention() {
    bench.letter("held");
    bench.letter("new");
    bench.letter("other");
    bench.record("held", Status.UNKNOWN);
    ReplayFilter both = ReplayFilter.NONE.withKeys(Set.of("held", ReplayBench.keyHash("new")));

    Map<String, Object> map = bench.replay(ReplayRequest.everything().withFilter(both)).toMap();

    assertThat(map)
        .containsEntry("dryRun", false)
        .containsEntry("end", "EMPTY")
        .containsEntry("examined", 3)
        .containsEntry("replayed", 1)
        .containsEntry("reopened", 0)
        .containsEntry("skipped", 0)
        .containsEntry("left", 2)
        .containsEntry("unreadable", 0)
        .containsEntry("remaining", 0L)
        .containsEntry("decisions", Map.of("SEND", 1, "HELD", 1, "FILTERED", 1))
        .containsEntry(
            "details",
            List.of(
                Map.of(
                    "messageId", "m-held",
                    "keyHash", ReplayBench.keyHash("held"),
                    "decision", "HELD")));
  }

  @Test
  void eachLineOfTheTextIsThere() {
    assertThat(report(RunMode.REPLAY, Optional.of(7L), 2, 1, 1).text())
        .isEqualTo(
            """
            replayed                       4
              of these reopened            1
            skipped (done)                 2
            left                           1
              HELD                         1
            unreadable                     0
            examined                       7
            remaining, about               7
            sent, but not deleted          2
            message groups that hide more  1
            ended by                       FAULT: The store is away
              HELD  m-1  key -  Look at it
              and 1 more
            """);
  }

  @Test
  void theTextOfADryRunSaysWhatWouldBeAndLeavesOutWhatThereIsNot() {
    assertThat(report(RunMode.DRY_RUN, Optional.empty(), 0, 0, 0).text())
        .isEqualTo(
            """
            would replay                   4
              of these reopened            1
            would skip (done)              2
            left                           1
              HELD                         1
            unreadable                     0
            examined                       7
            remaining, about               unknown
            ended by                       FAULT: The store is away
              HELD  m-1  key -  Look at it
            """);
  }

  @Test
  void theMapSaysWhatWentWrong() {
    assertThat(report(RunMode.DRY_RUN, Optional.of(7L), 2, 1, 1).toMap())
        .containsEntry("dryRun", true)
        .containsEntry("problem", "The store is away")
        .containsEntry(
            "details",
            List.of(Map.of("messageId", "m-1", "decision", "HELD", "problem", "Look at it")));
  }

  private static ReplayReport report(
      RunMode mode, Optional<Long> remaining, int notDeleted, int blocked, int omitted) {
    ReplayDecision held = new ReplayDecision.Leave(LeaveReason.HELD);
    return new ReplayReport(
        mode,
        RunEnd.FAULT,
        Optional.of("The store is away"),
        new ReplayCounts(4, 1, 2, 1, 0, notDeleted, Map.of("HELD", 1, "SEND", 3)),
        remaining,
        blocked,
        0,
        List.of(new Examined("m-1", Optional.empty(), held, Optional.of("Look at it"))),
        omitted,
        Duration.ZERO);
  }

  @Test
  void detailsAreBounded() {
    bench.letters("o", 130);

    ReplayReport report = bench.replay(ReplayRequest.everything().withMode(RunMode.DRY_RUN));

    assertThat(report.details()).hasSize(ReplayReport.MAX_DETAILS);
    assertThat(report.detailsOmitted()).isEqualTo(30);
    assertThat(report.text()).contains("and 30 more");
  }
}
