package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Ends a run in order on Ctrl-C, SIGHUP and SIGTERM: it ends what it has begun, gives back what it
 * holds and reports. The exit code is then that of the report. Nothing further is begun.
 */
public final class GracefulEnd {
  /** Giving back 100,000 letters takes some seconds; the rest comes back within an hour. */
  private static final int PATIENCE_SECONDS = 60;

  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private volatile boolean isEnding;

  /**
   * Runs something that ends early, and returns, if its thread is interrupted.
   *
   * @throws OperationException if the process is ending already
   */
  public <T> T running(Output output, Supplier<T> run) {
    Interruptible runner = new Interruptible(Thread.currentThread());
    Thread hook = Thread.ofPlatform().unstarted(() -> stop(runner, output));
    checkGoesOn();
    add(hook);
    try {
      return run.get();
    } finally {
      remove(hook);
      runner.end();
    }
  }

  /**
   * Checks that something may begin, such as a question to the user.
   *
   * @throws OperationException if the process is ending
   */
  void checkGoesOn() {
    if (isEnding) {
      throw ending();
    }
  }

  /** Ends the process with the exit code of a command. */
  public void exit(int code) {
    exitCode.complete(code);
    System.exit(code);
  }

  private void stop(Interruptible runner, Output output) {
    isEnding = true;
    output.tell("Interrupted: what was begun is ended, and what was received is given back.");
    runner.interrupt();
    try {
      // A signal would end the process with its own code.
      Runtime.getRuntime().halt(exitCode.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      output.tell("That takes too long: the rest comes back when its hiding ends, within an hour.");
    }
  }

  private static void add(Thread hook) {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The signal came while nothing was under way.
      throw ending();
    }
  }

  private static OperationException ending() {
    return OperationException.interrupted("Interrupted: nothing further was begun");
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is what ended this run.
    }
  }

  /** A run's thread: what follows the run, such as the report, is not to be cut off. */
  private static final class Interruptible {
    private final Thread thread;
    private boolean hasEnded;

    Interruptible(Thread thread) {
      this.thread = thread;
    }

    synchronized void interrupt() {
      if (!hasEnded) {
        thread.interrupt();
      }
    }

    synchronized void end() {
      hasEnded = true;
      Thread.interrupted();
    }
  }
}
