package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentStartsTest {
  @Test
  void invocationsBeyondTheLimitWaitForAProcess(@TempDir Path folder) {
    try (LocalSystem system =
        TestStack.in(folder).processes(3).timeout(30, TimeoutPolicy.KILL).start()) {
      List<CompletableFuture<InvocationResult>> invocations =
          IntStream.range(0, 9).mapToObj(at -> invoke(system)).toList();

      assertThat(invocations)
          .allSatisfy(
              it -> assertThat(it.join()).isEqualTo(new Succeeded("{\"say\":\"sleep:20\"}")));
      assertThat(system.function("Test-Function").started()).isEqualTo(3);
    }
  }

  @Test
  void processesThatStartTogetherShareNoFile(@TempDir Path folder) {
    try (LocalSystem system =
        TestStack.in(folder).processes(1).timeout(30, TimeoutPolicy.KILL).start()) {
      system.invoke("Test-Function", "{}");
      assertThat(folder.resolve("work/native")).isDirectoryContaining("glob:**.so");
      assertThat(system.invoke("Test-Function", "{\"say\":\"mapped:/tmp/.libaws\"}"))
          .isEqualTo(new Succeeded("false"));
    }
  }

  private static CompletableFuture<InvocationResult> invoke(LocalSystem system) {
    return CompletableFuture.supplyAsync(
        () -> system.invoke("Test-Function", "{\"say\":\"sleep:20\"}"),
        command -> Thread.ofVirtual().start(command));
  }
}
