package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators do with records that a consumer of a stream has parked. */
class ParkedRecordsTest extends LiveCommandTest {
  private final StubAws stub = new StubAws();
  private ParkedTurnover turnover;

  @BeforeEach
  void prepare() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[%s]}".formatted(ParkedTurnover.entry(bench.table)));
    turnover = new ParkedTurnover(bench, stub);
    stub.before(bench.aws);
  }

  @AfterEach
  void close() {
    stub.close();
  }

  @Test
  void theyAreListedCountedAndShownWithTheirRecords() {
    String id = turnover.failed("O-1");
    turnover.parked("O-2");

    assertThat(run("dead-letters").out())
        .contains("replay: REOPEN", "replay: SEND", Bench.WHY.text(), "2 dead letters in ");
    assertThat(run("dead-letters", "--summary").out()).contains("REOPEN", "SEND");
    assertThat(run("inspect", "--dead-letters").out()).contains("replay: REOPEN");
    Run shown = run("dead-letters", "show", id);
    assertThat(shown.out())
        .contains(
            "Key hash      " + ParkedTurnover.id("O-1").keyHash(),
            "position  1",
            "source  " + StubbedSources.STREAM,
            "  | {\"eventSource\":\"aws:dynamodb\"",
            "Z  parked\n",
            "FAILED");
  }

  @Test
  void aReplayAsksInvokesTheAliasAndReports() {
    turnover.failed("O-1");

    assertThat(run("replay", "--dry-run").out()).contains("would replay", "1");
    assertThat(status("O-1")).contains(Status.FAILED);
    Run asked = typed("n\n", "replay");
    assertThat(asked.err() + asked.out()).contains("about 1 dead letter from ", " to turnover?");
    Run run = run("replay", "--yes", "--reason=INC-12");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains(" -> turnover\n").containsPattern("of these reopened +1");
    assertThat(status("O-1")).contains(Status.RETRYABLE);
    assertThat(run("dead-letters").out()).contains("0 dead letters");
    assertThat(run("inspect", "--key=O-1").out()).contains("Reopened by a replay: INC-12");
  }

  @Test
  void aFunctionThatFailsKeepsTheRecordAndEndsTheRunWithTheReason() {
    turnover.failed("O-1");
    stub.on(
        "/invocations", 429, "{\"Reason\":\"ReservedFunctionConcurrentInvocationLimitExceeded\"}");

    Run run = run("replay", "--yes");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out())
        .contains("SEND_FAILED", "The function turnover:live can't be invoked", "(429)");
    assertThat(run("dead-letters").out()).contains("1 dead letters");
  }

  @Test
  void aRecordThatMustComeBackStays() {
    turnover.failed("O-1");
    stub.on("/invocations", 200, "{\"batchItemFailures\":[{\"itemIdentifier\":\"1\"}]}");

    Run run = run("replay", "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("NOT_DONE", "must come back");
    assertThat(run("dead-letters").out()).contains("1 dead letters");
  }

  @Test
  void oneIsChosenByItsKeySavedAndDiscarded() throws IOException {
    turnover.failed("O-1");
    turnover.failed("O-2");

    run("dead-letters", "export", "--to=all.jsonl");
    assertThat(Files.readString(bench.directory().resolve("all.jsonl")))
        .contains("O-1", "O-2", "recordId");
    Run run = run("dead-letters", "discard", "--key=O-1", "--reason=INC-12", "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run("dead-letters").out()).contains("1 dead letters");
    assertThat(turnover.message("O-2")).isNotNull();
  }

  @Test
  void itsRecordIsFoundByTheMessage() {
    turnover.failed("O-1");
    String record = ParkedTurnover.id("O-1").value();
    bench.write(
        "message.json",
        """
        {"Messages":[{"MessageId":"m","Body":"{}","MessageAttributes":{"recordId":
        {"StringValue":"%s","DataType":"String"}}}]}
        """
            .formatted(record));

    assertThat(run("inspect", "--message=message.json").out()).contains(record, "FAILED");
  }

  @Test
  void itIsNotCorrected() {
    String id = turnover.failed("O-1");

    Run run = run("dead-letters", "resend", id, "--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("as its source had it", "replay --id " + id);
  }

  @Test
  void aFunctionThatParksNothingIsSaid() {
    stub.on("functions/turnover/configuration", 200, StubbedSources.closing(bench.table));

    Run run = run("replay", "--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("The function turnover has no parking queue");
  }

  private Optional<Status> status(String key) {
    return bench.store().find(ParkedTurnover.id(key)).map(it -> it.status());
  }

  private Run run(String... words) {
    return typed("", words);
  }

  private Run typed(String answer, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--consumer=turnover");
    all.add("--endpoint=" + stub.endpoint());
    return bench.bare(new StringReader(answer), all.toArray(String[]::new));
  }
}
