package dev.effectivelyonce.cli.problem;

import dev.effectivelyonce.core.EffectivelyOnceException;
import org.jspecify.annotations.Nullable;

/** A command can't do what was asked. The user sees the text of this exception and nothing else. */
public final class CommandException extends EffectivelyOnceException {
  private final int exitCode;

  private CommandException(int exitCode, String problem, String remedy, @Nullable Throwable cause) {
    super(problem, remedy, cause);
    this.exitCode = exitCode;
  }

  /** The request was refused, and nothing was changed. */
  public static CommandException refused(String problem, String remedy) {
    return new CommandException(ExitCode.REFUSED, problem, remedy, null);
  }

  /** The command line or a file that it names can't be used. */
  public static CommandException usage(String problem, String remedy) {
    return new CommandException(ExitCode.USAGE, problem, remedy, null);
  }

  /** Something that the command needs could not be reached or used. */
  public static CommandException unreachable(
      String problem, String remedy, @Nullable Throwable cause) {
    return new CommandException(ExitCode.UNREACHABLE, problem, remedy, cause);
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
