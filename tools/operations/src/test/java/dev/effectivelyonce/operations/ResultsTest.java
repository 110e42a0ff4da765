package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Edit;
import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.doctor.Diagnosis;
import dev.effectivelyonce.operations.doctor.Doctor;
import dev.effectivelyonce.operations.doctor.Severity;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.Addresses;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.RecordTable;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What operations return, to whoever shows it. Queues have their own clock. */
class ResultsTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  private Orders orders;
  private Workplace workplace;

  @BeforeEach
  void open(@TempDir Path directory) {
    orders = new Orders(AWS.running(), directory, Clock.systemUTC());
    workplace = orders.workplace();
  }

  @AfterEach
  void close() {
    workplace.close();
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
  void recordsAreListedAsFarAsTheLimitGoes() {
    orders.failed("O-1");
    orders.failed("O-2");

    RecordTable table =
        new Records(workplace).list(workplace.consumer("orders"), RecordFilter.failed, 1);

    assertThat(table.records()).map(RecordView::state).containsExactly(State.FAILED);
    assertThat(table.isCut()).isTrue();
  }

  @Test
  void deadLettersComeWithWhatTheirRecordsMean() {
    orders.failed("O-1");
    sendDead("O-1");

    DeadLetters letters = DeadLetters.of(workplace.consumer("orders"), workplace);
    List<Letter> found = new CopyOnWriteArrayList<>();
    Pass pass = letters.list(ReplayFilter.NONE, 10, found::add, ReplayListener.NONE);

    assertThat(found).map(Letter::state).containsExactly(Optional.of(State.FAILED));
    assertThat(found).map(Letter::error).containsExactly(Optional.of(Orders.WHY.text()));
    assertThat(pass.queue()).isEqualTo(orders.queue + "-dead");
    assertThat(pass.isCut()).isFalse();
  }

  @Test
  void aReplayTellsWhetherAnyMessageHasTheKeyThatWasAskedFor() {
    sendDead("O-1");
    ReplaySetup setup = ReplaySetup.of(workplace.consumer("orders"), workplace);
    ReplayFilter other = ReplayFilter.NONE.withKeys(Set.of("O-2"));
    ReplayFilter both = ReplayFilter.NONE.withKeys(Set.of("O-1", "O-2"));

    ReplayResult none = replayed(setup, other);
    assertThat(none.lacksTheKeys(other)).isTrue();
    ReplayResult one = replayed(setup, both);
    assertThat(one.lacksTheKeys(both)).isFalse();
    assertThat(one.json().path("replayed").asInt()).isEqualTo(1);
    assertThat(one.json().path("to").asText()).isEqualTo(orders.queue);
  }

  @Test
  void aReplayLeavesWhoReopenedARecordInItsTrail() {
    IdempotencyRecord failed = orders.failed("O-1");
    sendDead("O-1");

    replayed(ReplaySetup.of(workplace.consumer("orders"), workplace), ReplayFilter.NONE);

    assertThat(orders.store().find(failed.id()).orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    TrailEntry entry = orders.store().trail().orElseThrow().entries(failed.id()).getFirst();
    assertThat(entry.reason()).contains("Reopened by a replay");
    assertThat(entry.before()).containsEntry("error", Orders.WHY.text());
  }

  @Test
  void aReplaysReasonStandsInTheTrail() {
    IdempotencyRecord failed = orders.failed("O-1");
    sendDead("O-1");

    replayed(
        ReplaySetup.of(workplace.consumer("orders"), workplace, Optional.of("T-7")),
        ReplayFilter.NONE);

    assertThat(reason(failed)).contains("Reopened by a replay: T-7");
  }

  @Test
  void aResendsReasonStandsInTheTrail(@TempDir Path folder) {
    IdempotencyRecord failed = orders.failed("O-1");
    String id = orders.sendDead(Orders.body("O-1"));
    Optional<String> reason = Optional.of("T-7");

    try (LetterFile file = LetterFile.open(folder.resolve("saved.jsonl"))) {
      DeadLetters.of(workplace.consumer("orders"), workplace, reason)
          .resend(
              new Resend(id, Edit.NONE, Resend.Key.SAME, Force.OFF),
              reason,
              file,
              ReplayListener.NONE);
    }

    assertThat(reason(failed)).contains("Reopened by a replay: T-7");
  }

  private Optional<String> reason(IdempotencyRecord record) {
    return orders.store().trail().orElseThrow().entries(record.id()).getFirst().reason();
  }

  @Test
  void thereIsNothingToReplayWhereTheQueueIsEmpty() {
    ReplaySetup setup = ReplaySetup.of(workplace.consumer("orders"), workplace);
    assertThat(setup.ofNothing()).isPresent();

    sendDead("O-1");
    assertThat(ReplaySetup.of(workplace.consumer("orders"), workplace).ofNothing()).isEmpty();
  }

  @Test
  void aDiagnosisCountsWhatItFoundAtEachConsumer() {
    Diagnosis diagnosis = Doctor.diagnose(workplace, Optional.of("orders"));

    assertThat(diagnosis.consumers()).containsOnlyKeys("orders");
    assertThat(diagnosis.count(Severity.ERROR)).isEqualTo(1);
    assertThat(diagnosis.json().path("errors").asInt()).isEqualTo(1);
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

  private void sendDead(String key) {
    String url =
        orders.aws.sqs().getQueueUrl(queue -> queue.queueName(orders.queue + "-dead")).queueUrl();
    orders
        .aws
        .sqs()
        .sendMessage(
            request ->
                request
                    .queueUrl(url)
                    .messageBody(
                        "{\"orderId\":\"%s\",\"customerId\":\"C-1\",\"totalCents\":1250}"
                            .formatted(key)));
  }
}
