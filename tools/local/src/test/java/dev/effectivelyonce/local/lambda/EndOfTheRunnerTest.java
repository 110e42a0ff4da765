package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The system closes the pipe to each process when the runner ends, whatever has ended it. */
class EndOfTheRunnerTest {
  @Test
  void aProcessEndsWithTheRunnerEvenIfItIsStoppedHalfWay() throws Exception {
    List<String> command = new ArrayList<>(FunctionProcess.ENDS_WITH_THE_RUNNER);
    command.addAll(List.of("sh", "-c", "echo started; exec sleep 600"));
    Process process = new ProcessBuilder(command).start();
    // A shell that is stopped before it has become the process has left nobody behind yet.
    assertThat(process.inputReader().readLine()).isEqualTo("started");
    new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
    assertThat(process.isAlive()).isTrue();

    process.getOutputStream().close();

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("killed").isEqualTo(137);
  }
}
