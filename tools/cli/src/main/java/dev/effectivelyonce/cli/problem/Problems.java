package dev.effectivelyonce.cli.problem;

import dev.effectivelyonce.core.record.LogSanitizer;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.Problem;

/** Exceptions as exit codes and as lines for people. */
public final class Problems {
  private Problems() {}

  /** The exit code that an exception leads to. */
  public static int exitCode(Exception problem) {
    return switch (Problem.of(problem).kind()) {
      case REFUSED -> ExitCode.REFUSED;
      case USAGE -> ExitCode.USAGE;
      case UNREACHABLE -> ExitCode.UNREACHABLE;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case DEFECT -> ExitCode.DEFECT;
    };
  }

  /** Returns what is wrong and what to do, one line each. */
  public static String text(Exception problem) {
    Problem told = Problem.of(problem);
    return told.kind() == Kind.DEFECT
        ? lines(
            "This is a defect of the command line: " + told.problem(),
            "Run again with --verbose, and report what it prints")
        : lines(told.problem(), told.remedy());
  }

  private static String lines(String problem, String remedy) {
    return LogSanitizer.oneLine(problem)
        + "."
        + System.lineSeparator()
        + LogSanitizer.oneLine(remedy)
        + ".";
  }
}
