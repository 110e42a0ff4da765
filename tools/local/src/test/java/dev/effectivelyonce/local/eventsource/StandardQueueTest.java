package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Each test has bodies of its own, so that all can share a system. */
@TestInstance(Lifecycle.PER_CLASS)
class StandardQueueTest {
  private final Recorder recorder = new Recorder();
  private Path folder;
  private LocalSystem system;
  private Queues queues;

  @BeforeAll
  void start(@TempDir Path files) {
    folder = files;
    system =
        TestStack.in(files)
            .visibility(2)
            .maxReceives(2)
            .batch(10, 0)
            .timeout(5, TimeoutPolicy.KILL)
            .start();
    queues = new Queues(system);
    system.warmUp();
    system.startEventSources(recorder);
  }

  @AfterAll
  void stop() {
    system.close();
  }

  @Test
  void aThrownExceptionBringsTheBatchBack() {
    queues.send("throw:1");
    Await.until("the message is dead", () -> queues.dead().contains("throw:1"));

    assertThat(recorder.reportsOf("throw:1"))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.result()).isInstanceOf(FunctionError.class));
  }

  @Test
  void aCrashBringsTheBatchBackAndAFreshProcessHandlesIt() {
    String crashes = "crash-once:" + folder.resolve("crash");
    queues.send(crashes);
    Await.until("the message is handled", () -> recorder.timesHandled(crashes) == 1);

    assertThat(recorder.reportsOf(crashes).get(0).result()).isEqualTo(new Crashed(1));
    assertThat(recorder.reportsOf(crashes)).hasSize(2);
  }

  @Test
  void afterTheMaximumOfReceivesAMessageIsInTheDeadLetterQueue() {
    queues.send("fail:forever");
    Await.until("the message is dead", () -> queues.dead().contains("fail:forever"));

    assertThat(recorder.reportsOf("fail:forever")).hasSize(2);
  }
}
