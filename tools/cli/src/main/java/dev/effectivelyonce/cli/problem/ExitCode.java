package dev.effectivelyonce.cli.problem;

/** The exit codes of every command. Scripts depend on them: never give one another meaning. */
public final class ExitCode {
  /** Done, or nothing to complain about. */
  public static final int DONE = 0;

  /** A problem was found, or the request was refused or not confirmed. */
  public static final int REFUSED = 1;

  /** Wrong usage, or a configuration that can't be used. */
  public static final int USAGE = 2;

  /** AWS, or what stands in for it, could not be reached or used, or a right is missing. */
  public static final int UNREACHABLE = 3;

  /** A defect of this program. */
  public static final int DEFECT = 4;

  /** A replay stopped by itself, because what it sent came straight back. */
  public static final int CAME_BACK = 5;

  /** Ended by Ctrl-C or another signal before it changed anything; a shell's own code for it. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
