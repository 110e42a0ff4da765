package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The system closes the pipe to each process when the runner ends, whatever has ended it. */
class EndOfTheRunnerTest {
  @Test
  void aProcessEndsWithTheRunnerEvenIfItIsStoppedHalfWay() throws Exception {
    Process process = started();
    new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();

    process.getOutputStream().close();

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void itLivesAsLongAsTheRunner() throws Exception {
    Process process = started();

    assertThat(process.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
    process.destroyForcibly();
  }

  private static Process started() throws IOException {
    List<String> command = new ArrayList<>(FunctionProcess.ENDS_WITH_THE_RUNNER);
    command.addAll(List.of("sleep", "600"));
    return new ProcessBuilder(command).start();
  }
}
