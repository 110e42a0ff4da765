package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What operations return, to whoever shows it. Queues have their own clock. */
class ResultsTest extends WorkplaceTest {
  @Override
  Clock clock() {
    return Clock.systemUTC();
  }

  @Test
  void whatToDoNextIsMovesThatWhoShowsThemPutsIntoWords() {
    IdempotencyRecord failed = orders.failed("O-1");
    RecordView view =
        new Records(workplace)
            .view(Addresses.byId(workplace, failed.id().value(), Optional.empty()));

    assertThat(view.advice().moves())
        .containsExactly(
            new Move.TryReplay("orders", failed.id()),
            new Move.Settle(failed.id(), Settlement.COMPLETED, Optional.empty()),
            new Move.Acknowledge(failed.id()));
    JsonNode next = view.json(move -> move.getClass().getSimpleName()).path("next");
    assertThat(next.path("commands"))
        .map(JsonNode::asText)
        .containsExactly("TryReplay", "Settle", "Acknowledge");
  }

  @Test
  void aReplayLeavesWhoReopenedARecordInItsTrail() {
    IdempotencyRecord failed = orders.failed("O-1");
    orders.sendDead(Orders.body("O-1"));

    replayed(ReplaySetup.of(workplace.consumer("orders"), workplace), ReplayFilter.NONE);

    assertThat(orders.store().find(failed.id()).orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    TrailEntry entry = orders.store().trail().orElseThrow().entries(failed.id()).getFirst();
    assertThat(entry.reason()).contains("Reopened by a replay");
    assertThat(entry.before()).containsEntry("error", Orders.WHY.text());
  }

  @Test
  void aProblemHasItsKindWhateverTheExceptionIs() {
    OperationException wrong = OperationException.usage("It is wrong", "Correct it");

    assertThat(Problem.of(wrong)).isEqualTo(new Problem(Kind.USAGE, "It is wrong", "Correct it"));
    assertThat(Problem.of(OperationException.refused("No", "Ask")).kind()).isEqualTo(Kind.REFUSED);
    assertThat(Problem.of(new IllegalStateException("odd")).kind()).isEqualTo(Kind.DEFECT);
  }

  private static ReplayResult replayed(ReplaySetup setup, ReplayFilter filter) {
    return setup.run(ReplayRequest.everything().withFilter(filter), ReplayListener.NONE);
  }
}
