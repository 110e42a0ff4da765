package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.Recorder.Step;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Batches of one message show most plainly what waits for what. */
@TestInstance(Lifecycle.PER_CLASS)
class FifoFailureTest {
  private final Recorder recorder = new Recorder();
  private Path folder;
  private LocalSystem system;
  private Queues queues;

  @BeforeAll
  void start(@TempDir Path files) {
    folder = files;
    system =
        TestStack.in(files)
            .fifo()
            .visibility(3)
            .maxReceives(3)
            .batch(1, 0)
            .timeout(5, TimeoutPolicy.KILL)
            .processes(3)
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
  void aFailedMessageHoldsItsGroupUntilItIsHandled() {
    String fails = "fail-once:" + folder.resolve("head");
    queues.sendToGroup("held", fails, "ok:behind");
    Await.until("the message behind is handled", () -> recorder.timesHandled("ok:behind") == 1);

    assertThat(
            recorder.steps().stream()
                .filter(step -> Set.of(fails, "ok:behind").contains(step.body())))
        .containsExactlyElementsOf(oneAfterTheOther(List.of(fails, fails, "ok:behind")));
  }

  @Test
  void aCrashHoldsItsGroupAsWell() {
    String crashes = "crash-once:" + folder.resolve("crash");
    queues.sendToGroup("crashed", crashes, "ok:behind-crash");
    Await.until(
        "the message behind is handled", () -> recorder.timesHandled("ok:behind-crash") == 1);

    assertThat(
            recorder.steps().stream()
                .filter(step -> Set.of(crashes, "ok:behind-crash").contains(step.body())))
        .containsExactlyElementsOf(oneAfterTheOther(List.of(crashes, crashes, "ok:behind-crash")));
  }

  private static List<Step> oneAfterTheOther(List<String> bodies) {
    List<Step> steps = new ArrayList<>();
    bodies.forEach(
        body -> Stream.of("start", "end").forEach(word -> steps.add(new Step(body, word))));
    return steps;
  }
}
