package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.cli.output.Output;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Ends a run in order on Ctrl-C, SIGHUP and SIGTERM: it ends what it has begun, gives back what it
 * holds and reports. The exit code is then that of the report.
 */
public final class GracefulEnd {
  /** Giving back 100,000 letters takes some seconds; the rest comes back within an hour. */
  private static final int PATIENCE_SECONDS = 60;

  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

  /** Runs something that ends early, and returns, if its thread is interrupted. */
  public <T> T running(Output output, Supplier<T> run) {
    Thread runner = Thread.currentThread();
    Thread hook = Thread.ofPlatform().unstarted(() -> stop(runner, output));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return run.get();
    } finally {
      remove(hook);
      // What follows, such as the report, is not to be cut off.
      Thread.interrupted();
    }
  }

  /** Ends the process with the exit code of a command. */
  public void exit(int code) {
    exitCode.complete(code);
    System.exit(code);
  }

  private void stop(Thread runner, Output output) {
    output.tell("Interrupted: what was begun is ended, and what was received is given back.");
    runner.interrupt();
    try {
      // A signal would end the process with its own code.
      Runtime.getRuntime().halt(exitCode.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      output.tell("That takes too long: the rest comes back when its hiding ends, within an hour.");
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is what ended this run.
    }
  }
}
