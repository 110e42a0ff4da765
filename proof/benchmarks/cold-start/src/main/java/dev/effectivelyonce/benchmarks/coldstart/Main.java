package dev.effectivelyonce.benchmarks.coldstart;

import java.io.PrintWriter;
import picocli.CommandLine;

/** The entry point of the harness. */
public final class Main {
  private Main() {}

  /** Measures and ends with the exit status: 0 if the target is met everywhere. */
  public static void main(String[] arguments) {
    int status =
        new CommandLine(new ColdStartCommand())
            .setExecutionExceptionHandler(Main::explain)
            .execute(arguments);
    // The engines leave threads behind that would keep the JVM up.
    System.exit(status);
  }

  private static int explain(Exception problem, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(problem instanceof MeasurementException)) {
      throw problem;
    }
    PrintWriter errors = command.getErr();
    errors.println(problem.getMessage());
    errors.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
