package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.Recorder.Step;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FifoOrderTest {
  private final Recorder recorder = new Recorder();

  @Test
  void aGroupIsInOneInvocationAtATimeInOrderAndGroupsRunInParallel(@TempDir Path folder) {
    List<List<String>> groups = Stream.of("a", "b", "c").map(FifoOrderTest::slowMessages).toList();
    try (LocalSystem system =
        TestStack.in(folder)
            .fifo()
            .visibility(60)
            .timeout(30, TimeoutPolicy.KILL)
            .batch(1, 0)
            .processes(3)
            .start()) {
      send(new Queues(system), groups);
      system.warmUp();
      system.startEventSources(recorder);
      Await.until("all are handled", () -> groups.stream().allMatch(this::handledOnce));
    }
    assertThat(recorder.reports())
        .allSatisfy(it -> assertThat(it.result()).isInstanceOf(InvocationResult.Succeeded.class));
    for (List<String> group : groups) {
      assertThat(recorder.steps().stream().filter(step -> group.contains(step.body())))
          .containsExactlyElementsOf(oneAfterTheOther(group));
    }
    assertThat(mostAtATime()).isGreaterThan(1);
  }

  private static void send(Queues queues, List<List<String>> groups) {
    for (int at = 0; at < groups.get(0).size(); at++) {
      for (List<String> group : groups) {
        queues.sendToGroup(group.get(0).replace(":", "-"), group.get(at));
      }
    }
  }

  private boolean handledOnce(List<String> bodies) {
    return bodies.stream().allMatch(body -> recorder.timesHandled(body) == 1);
  }

  private int mostAtATime() {
    Set<String> running = new HashSet<>();
    int most = 0;
    for (Step step : recorder.steps()) {
      if (step.word().equals("start")) {
        running.add(step.body());
      } else {
        running.remove(step.body());
      }
      most = Math.max(most, running.size());
    }
    return most;
  }

  private static List<String> slowMessages(String group) {
    return IntStream.range(0, 6).mapToObj(at -> "sleep:40:" + group + at).toList();
  }

  private static List<Step> oneAfterTheOther(List<String> bodies) {
    List<Step> steps = new ArrayList<>();
    bodies.forEach(
        body -> Stream.of("start", "end").forEach(word -> steps.add(new Step(body, word))));
    return steps;
  }
}
