package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Listing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine of replay has its own tests; these are of what the command makes of it. */
class ReplayTest extends LiveCommandTest {
  @Test
  void deadLettersComeBackAsTheirRecordsAllow() {
    sendDead("O-1", "O-2", "O-3");
    bench.failed("O-1");
    bench.completed("O-2");
    bench.held("O-3");

    Run run = bench.runAnswering("y\n", "replay --consumer=orders");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains(
            "Replay about 3 dead letters from %1$s-dead to %1$s? [y/N] ".formatted(bench.queue))
        .contains("no --reason is given", "the trail names nobody");
    assertThat(run.out()).contains(bench.queue + "-dead -> " + bench.queue).contains("HELD");
    assertThat(bodies(bench.queue)).singleElement().asString().contains("O-1");
    assertThat(bodies(bench.queue + "-dead")).singleElement().asString().contains("O-3");
    assertThat(bench.store().find(Bench.id("O-1")).orElseThrow().status())
        .isEqualTo(Status.RETRYABLE);
  }

  @Test
  void withoutConsentNothingIsSent() {
    sendDead("O-1");

    Run run = bench.runAnswering("n\n", "replay --consumer=orders");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(bodies(bench.queue)).isEmpty();
  }

  @Test
  void nothingIsAskedAboutAnEmptyQueue() {
    Run run = bench.run("replay --consumer=orders --output=json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\"dryRun\" : false", "\"examined\" : 0");
  }

  @Test
  void theQuestionSaysThatNotAllAreMeant() {
    sendDead("O-1", "O-2");

    Run run = bench.runAnswering("n\n", "replay --consumer=orders --key=O-1 --limit=1 --force");

    assertThat(run.err())
        .contains("Replay up to 1 that match of about 2 dead letters from")
        .contains(", those beyond the records' retention too? [y/N]");
  }

  @Test
  void aKeyThatNoDeadLetterHasIsToldAsSuch() {
    sendDead("O-1");

    Run typo = bench.run("replay --consumer=orders --dry-run --key=O-l");
    assertThat(typo.exitCode()).isZero();
    assertThat(typo.err()).contains("No dead letter has this key.");

    Run known = bench.run("replay --consumer=orders --dry-run --key=O-l --key=O-1");
    assertThat(known.err()).isEmpty();
  }

  @Test
  void aDryRunDoesNotAskAndChangesNothing() {
    sendDead("O-1");
    bench.failed("O-1");

    Run run = bench.run("replay --consumer=orders --dry-run --output=json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("\"dryRun\" : true", "\"replayed\" : 1", "REOPEN");
    assertThat(bodies(bench.queue)).isEmpty();
    assertThat(bodies(bench.queue + "-dead")).hasSize(1);
  }

  @Test
  void theReportAsJsonIsStable() {
    sendDead("O-1");
    bench.completed("O-1");

    Run run = bench.run("replay --consumer=orders --yes --output=json");

    Golden.check(
        "replay.json",
        bench.stable(run.out()).replaceAll("\"elapsedMillis\" : [0-9]+", "\"elapsedMillis\" : 0"));
  }

  @Test
  void filtersAndLimitAreTaken() {
    sendDead("O-1", "O-2", "O-3");

    Run one = bench.run("replay --consumer=orders --yes --key=O-2");
    assertThat(one.out()).contains("replayed                       1");
    Run none = bench.run("replay --consumer=orders --yes --min-age=1h");
    assertThat(none.out()).contains("replayed                       0");
    Run limited = bench.run("replay --consumer=orders --yes --max-age=1h --limit=1 --rate=50");
    assertThat(limited.out()).contains("replayed                       1");

    assertThat(bodies(bench.queue + "-dead")).hasSize(1);
  }

  @Test
  void theDecisionAndTheCauseChoose() {
    sendDead("O-1", "O-2", "O-3");
    bench.failed("O-1");
    bench.failed("O-2");

    Run other = bench.run("replay --consumer=orders --yes --cause=Timeout");
    assertThat(other.out()).contains("replayed                       0");
    Run sent = bench.run("replay --consumer=orders --yes --decision=send");
    assertThat(sent.out()).contains("replayed                       1", "FILTERED");
    Run failed = bench.run("replay --consumer=orders --yes --cause=CardDeclined");
    assertThat(failed.out()).contains("replayed                       2");
  }

  @Test
  void aQuietReportNamesNoMessage() {
    String messageId = sendDead("O-1").getFirst();
    bench.held("O-1");

    assertThat(bench.run("replay --consumer=orders --yes").out()).contains(messageId);
    assertThat(bench.run("replay --consumer=orders --yes --quiet").out())
        .contains("  HELD                         1", "ended by")
        .doesNotContain(messageId);
  }

  @Test
  void anAgeThatIsNoneIsWrongUsage() {
    Run run = bench.run("replay --consumer=orders --min-age=soon");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\"soon\" is no age");
  }

  @Test
  void withoutARetentionItDoesNotGuessOne() {
    bench.config(Listing.DOUBTFUL, "");

    Run run = bench.run("replay --consumer=orders --yes");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no retention in consumer orders");
  }

  @Test
  void aMissingQueueIsToldWithExitCode3() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"orders\",\"queue\":\"Nowhere\",\"table\":\"t\",\"key\":\"/a\"}]}");

    Run run = bench.run("replay --consumer=orders --yes");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("The queue \"Nowhere\" does not exist").hasLineCount(2);
  }

  @Test
  void deadLettersAreLookedAtAndStayVisible() {
    sendDead("O-1", "O-2");
    bench.failed("O-1");
    bench.held("O-2");

    Run run = bench.run("inspect --consumer=orders --dead-letters");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("record FAILED     replay: REOPEN", "record HELD       replay: HELD")
        .contains("2 dead letters in " + bench.queue + "-dead, about 0 more");
    assertThat(bodies(bench.queue + "-dead")).hasSize(2);
  }

  @Test
  void deadLettersThatAnotherReaderHoldsAreToldAsHidden() {
    sendDead("O-1", "O-2");
    bench
        .aws
        .sqs()
        .receiveMessage(
            request ->
                request
                    .queueUrl(bench.url(bench.queue + "-dead"))
                    .maxNumberOfMessages(10)
                    .visibilityTimeout(600));

    assertThat(bench.run("inspect --consumer=orders --dead-letters").out())
        .isEqualTo(
            "0 dead letters could be read in %s-dead; about 2 are hidden by another reader. Look again when their visibility ends.\n"
                .formatted(bench.queue));
    assertThat(bench.run("replay --consumer=orders --yes").out())
        .contains("ended by                       EMPTY. Another reader hides what remains;");
  }

  private List<String> sendDead(String... keys) {
    return Stream.of(keys).map(key -> bench.sendDead(Bench.body(key))).toList();
  }

  private List<String> bodies(String queue) {
    return bench.bodies(bench.url(queue));
  }
}
