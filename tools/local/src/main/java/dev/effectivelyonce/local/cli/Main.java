package dev.effectivelyonce.local.cli;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.DemoCommand;
import java.io.PrintWriter;
import picocli.CommandLine;

/** The entry point of the local runner. */
public final class Main {
  private Main() {}

  /** Runs a command and ends with its exit status. */
  public static void main(String[] arguments) {
    int status = commandLine().execute(arguments);
    // The engines leave threads behind that would keep the JVM up.
    System.exit(status);
  }

  static CommandLine commandLine() {
    return new CommandLine(new ServeCommand())
        .addSubcommand(new InvokeCommand())
        .addSubcommand(new DemoCommand())
        .setExecutionExceptionHandler(Main::explain);
  }

  /**
   * Explains in one line what the user can fix; anything else is a defect of ours and keeps its
   * trace.
   */
  private static int explain(Exception problem, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(problem instanceof LocalRunnerException)) {
      throw problem;
    }
    PrintWriter errors = command.getErr();
    errors.println(problem.getMessage());
    errors.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
