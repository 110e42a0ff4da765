package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.BatchOutcome.AllFailed;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All messages are there before the event source starts, so that they come in one batch. */
class BatchFailureTest {
  private final Recorder recorder = new Recorder();
  private Path folder;
  private LocalSystem system;
  private Queues queues;

  @BeforeEach
  void start(@TempDir Path files) {
    folder = files;
    system =
        TestStack.in(files)
            .visibility(3)
            .maxReceives(2)
            .timeout(2, TimeoutPolicy.KILL)
            .processes(1)
            .start();
    queues = new Queues(system);
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void onlyTheReportedMessageComesBack() {
    String fails = "fail-once:" + folder.resolve("partial");
    queues.send("ok:1", fails, "ok:2");
    system.startEventSources(recorder);
    Await.until("the failed message is handled", () -> recorder.timesHandled(fails) == 1);

    assertThat(recorder.reports()).extracting(it -> it.batch().size()).containsExactly(3, 1);
    assertThat(recorder.timesHandled("ok:1")).isEqualTo(1);
    assertThat(queues.sourceIsEmpty()).isTrue();
  }

  @Test
  void aResponseThatNamesAnUnknownMessageBringsTheWholeBatchBack() {
    queues.send("ok:1", "answer:unknown-id");
    system.startEventSources(recorder);
    Await.until("the batch is dead", () -> queues.dead().size() == 2);

    assertThat(recorder.reports())
        .hasSize(2)
        .allSatisfy(
            it -> {
              assertThat(it.batch()).hasSize(2);
              assertThat(it.outcome()).isInstanceOf(AllFailed.class);
            });
  }

  @Test
  void aTimeoutKillsTheProcessAndBringsTheBatchBack() {
    Path late = folder.resolve("late");
    String slow = "sleep-then-write:3500:" + late;
    queues.send(slow, "ok:behind");
    system.startEventSources(recorder);
    Await.until("the batch is dead", () -> queues.dead().size() == 2);

    assertThat(recorder.reportsOf("ok:behind"))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.result()).isEqualTo(new TimedOut(Duration.ofSeconds(2))));
    assertThat(Files.exists(late)).as("the handler went on after its timeout").isFalse();
  }
}
