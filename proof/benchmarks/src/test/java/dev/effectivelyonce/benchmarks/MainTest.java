package dev.effectivelyonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
  private final StringWriter errors = new StringWriter();
  private final CommandLine command = Main.commandLine().setErr(new PrintWriter(errors, true));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--part requests,speed | There is no part 'speed'",
        "--fast | Unknown option: '--fast'",
        "--part shares --rounds 0 | a round or more"
      })
  void whatIsUnknownOrMeasuresNothingIsAnsweredWithTheUsage(String arguments, String problem) {
    assertThat(command.execute(arguments.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);

    assertThat(errors.toString()).contains(problem, "Usage: benchmark", "requests, commits, cache");
  }
}
