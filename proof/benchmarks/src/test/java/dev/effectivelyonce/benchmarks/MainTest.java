package dev.effectivelyonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  private final StringWriter errors = new StringWriter();
  private final CommandLine command = Main.commandLine().setErr(new PrintWriter(errors, true));

  @Test
  void anUnknownPartIsAnsweredWithTheUsage() {
    assertThat(command.execute("--part", "requests,speed")).isEqualTo(CommandLine.ExitCode.USAGE);

    assertThat(errors.toString())
        .contains("There is no part 'speed'", "Usage: benchmark", "requests, commits, window");
  }

  @Test
  void anUnknownOptionIsAnsweredWithTheUsage() {
    assertThat(command.execute("--fast")).isEqualTo(CommandLine.ExitCode.USAGE);

    assertThat(errors.toString()).contains("Unknown option: '--fast'", "Usage: benchmark");
  }

  @Test
  void sharesWithoutRoundsAreRefused() {
    assertThat(command.execute("--part", "shares", "--rounds", "0"))
        .isEqualTo(CommandLine.ExitCode.USAGE);

    assertThat(errors.toString()).contains("a round or more");
  }
}
