package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process of its own is told to end while it holds letters. */
@Tag("full")
class SignalsTest extends LiveCommandTest {
  @BeforeEach
  void prepare() {
    IntStream.range(0, 60).forEach(i -> bench.sendDead(Bench.body("O-" + i)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP", "TERM"})
  void aReplayEndsWhatItHasBegunGivesBackTheRestAndReports(String signal) throws Exception {
    assumeThat(isHeard(signal)).as("Children of this process ignore SIG" + signal).isTrue();
    Process process = start(bench.process("replay --consumer=orders --yes --rate=0.5"));
    awaitFirstCopy();

    signal(process, signal);

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(err()).contains("what was received is given back").doesNotContain("Exception");
    assertThat(out())
        .contains("ended by                       INTERRUPTED")
        .doesNotContain("Exception", "not deleted");
    int sent = bench.bodies(bench.url(bench.queue)).size();
    assertThat(sent).isBetween(1, 59);
    assertThat(bench.bodies(bench.deadLetters())).hasSize(60 - sent);
  }

  @ParameterizedTest
  @CsvSource({"INT,130", "HUP,129", "TERM,143"})
  void aQuestionThatASignalEndsChangesNothing(String signal, int exitCode) throws Exception {
    assumeThat(isHeard(signal)).as("Children of this process ignore SIG" + signal).isTrue();
    IdempotencyRecord held = bench.held("H-1");
    Process process = bench.process("settle retry --consumer=orders --key=H-1").start();
    awaitQuestion(process.getErrorStream());

    signal(process, signal);

    assertThat(process.waitFor()).isEqualTo(exitCode);
    assertThat(bench.store().find(held.id())).contains(held);
  }

  private static void awaitQuestion(InputStream errors) throws IOException {
    StringBuilder told = new StringBuilder();
    while (told.indexOf("[y/N]") < 0) {
      int next = errors.read();
      assertThat(next).as(told.toString()).isNotNegative();
      told.append((char) next);
    }
  }

  @Test
  void aListThatIsReadSlowlyGivesBackWhatItHolds() throws Exception {
    // Nobody reads what it prints, so it stands still as soon as the pipe is full.
    IntStream.range(0, 700).forEach(i -> bench.sendDead(Bench.body("P-" + i)));
    Process process =
        bench
            .process("dead-letters --consumer=orders --limit=all")
            .redirectError(bench.directory().resolve("err").toFile())
            .start();
    byte[] first = process.getInputStream().readNBytes(1);

    signal(process, "TERM");
    String rest = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(first).hasSize(1);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(rest).contains("Interrupted: what was received is given back");
    assertThat(bench.bodies(bench.deadLetters())).hasSize(760);
  }

  @Test
  void aReplayThatIsStoppedWhileItLooksWhetherThereIsAnythingSendsNothing() throws Exception {
    bench.sqs().purgeQueue(request -> request.queueUrl(bench.deadLetters()));
    CompletableFuture<Process> looking = new CompletableFuture<>();
    try (FaultyAws sqs =
        new FaultyAws(LocalAws.sqsEndpoint(), "ReceiveMessage", 1, FaultyAws.Last.ANSWERED)
            .doing(
                () -> {
                  bench.sendDead(Bench.body("O-1"));
                  stop(looking.join());
                })) {
      Process process =
          start(
              bench.process(
                  sqs.endpoint(), LocalAws.dynamoDbEndpoint(), "replay --consumer=orders --yes"));
      looking.complete(process);

      assertThat(process.waitFor()).isEqualTo(130);
    }
    assertThat(err())
        .contains("what was received is given back", "Run the command again")
        .doesNotContain("Exception", "Shutdown in progress", "defect");
    assertThat(out()).isEmpty();
    assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
    assertThat(bench.bodies(bench.deadLetters())).hasSize(1);
  }

  @Test
  void aConsoleThatIsStoppedGivesBackWhatItHoldsAndEndsWithoutAComplaint() throws Exception {
    CompletableFuture<Process> console = new CompletableFuture<>();
    try (FaultyAws dynamoDb =
        new FaultyAws(LocalAws.dynamoDbEndpoint(), "GetItem", 1, FaultyAws.Last.ANSWERED)
            .doing(() -> stop(console.join()))) {
      Process process =
          start(bench.process(LocalAws.sqsEndpoint(), dynamoDb.endpoint(), "console"));
      try (OpenConsole browser = opened(process)) {
        assertThat(browser.page("dead-letters?consumer=orders").body())
            .contains("The look is going on");
        console.complete(process);
      }

      assertThat(process.waitFor()).isZero();
    }
    assertThat(err()).contains("Interrupted").doesNotContain("Exception");
    assertThat(bench.bodies(bench.deadLetters())).hasSize(60);
  }

  @Test
  void aConsoleThatIsStoppedEndsItsActInOrderAndTellsWhatBecameOfIt() throws Exception {
    CompletableFuture<Process> console = new CompletableFuture<>();
    try (FaultyAws sqs =
        new FaultyAws(LocalAws.sqsEndpoint(), "SendMessage", 1, FaultyAws.Last.ANSWERED)
            .doing(() -> stop(console.join()))) {
      Process process =
          start(bench.process(sqs.endpoint(), LocalAws.dynamoDbEndpoint(), "console", "--write"));
      console.complete(process);
      try (OpenConsole browser = opened(process)) {
        replayAll(browser);
      }

      assertThat(process.waitFor()).isZero();
    }
    assertThat(err())
        .containsPattern("Replay 60 dead letters of orders: It is over; Sent: \\d+; Not reached")
        .doesNotContain("Exception");
    int sent = bench.bodies(bench.url(bench.queue)).size();
    assertThat(sent).isBetween(1, 10);
    assertThat(bench.bodies(bench.deadLetters())).hasSize(60 - sent);
  }

  private OpenConsole opened(Process process) throws IOException {
    while (process.isAlive() && !out().contains("/?token=")) {
      Thread.onSpinWait();
    }
    return OpenConsole.ofProcess(out());
  }

  /** The console may end before it answers the confirmation. */
  private static void replayAll(OpenConsole browser) {
    String letters = browser.over("dead-letters?consumer=orders");
    String sample =
        OpenConsole.found("href=\"letters\\?consumer=orders&amp;like=([^\"]+)\"", letters);
    String preview = browser.page("act?verb=replay&consumer=orders&like=" + sample).body();
    browser
        .begin(browser.formRequest("act", OpenConsole.filled(preview, "T-7")))
        .handle((answer, lost) -> true)
        .join();
  }

  /** Returns when the process has heard the signal. */
  private void stop(Process process) {
    try {
      signal(process, "TERM");
      while (!err().contains("Interrupted")) {
        Thread.onSpinWait();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** What nohup or a background shell ignores stays ignored in every process that they start. */
  private static boolean isHeard(String signal) throws Exception {
    int ignored = 7;
    String probe = "kill -%s $$; exit %s".formatted(signal, ignored);
    return new ProcessBuilder("sh", "-c", probe).start().waitFor() != ignored;
  }

  private void awaitFirstCopy() {
    while (bench.bodies(bench.url(bench.queue)).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static void signal(Process process, String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private Process start(ProcessBuilder process) throws IOException {
    return process
        .redirectOutput(bench.directory().resolve("out").toFile())
        .redirectError(bench.directory().resolve("err").toFile())
        .start();
  }

  private String out() throws IOException {
    return Files.readString(bench.directory().resolve("out"));
  }

  private String err() throws IOException {
    return Files.readString(bench.directory().resolve("err"));
  }
}
