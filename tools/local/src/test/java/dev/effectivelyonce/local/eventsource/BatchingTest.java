package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchingTest {
  @Test
  void aBatchWithAWindowCollectsManyReceivesAndIsGivenOutPartlyFullWhenTheWindowIsOver(
      @TempDir Path folder) {
    try (LocalSystem system =
        TestStack.in(folder)
            .visibility(60)
            .timeout(30, TimeoutPolicy.KILL)
            .batch(25, 2)
            .processes(1)
            .start()) {
      Queues queues = new Queues(system);
      Recorder recorder = new Recorder();
      IntStream.range(0, 3).forEach(part -> queues.send(bodies(part)));
      system.startEventSources(recorder);
      Await.until(
          "all are handled and deleted",
          () -> recorder.reports().size() == 2 && queues.sourceIsEmpty());

      assertThat(recorder.reports()).extracting(it -> it.batch().size()).containsExactly(25, 5);
    }
  }

  @Test
  void aBatchWithoutAWindowIsWhatOneReceiveBrings(@TempDir Path folder) {
    try (LocalSystem system =
        TestStack.in(folder)
            .visibility(60)
            .timeout(30, TimeoutPolicy.KILL)
            .batch(4, 0)
            .processes(1)
            .start()) {
      Queues queues = new Queues(system);
      Recorder recorder = new Recorder();
      queues.send(bodies(0));
      system.startEventSources(recorder);
      Await.until(
          "all are handled and deleted",
          () -> recorder.reports().size() == 3 && queues.sourceIsEmpty());

      assertThat(recorder.reports()).extracting(it -> it.batch().size()).containsExactly(4, 4, 2);
    }
  }

  private static String[] bodies(int part) {
    return IntStream.range(0, 10).mapToObj(at -> "ok:" + part + "-" + at).toArray(String[]::new);
  }
}
