package dev.effectivelyonce.local.lambda;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.util.Optional;

/** An invocation that ran out of time, in a process that was stopped with it. */
public final class FrozenInvocation {
  private final Invocation invocation;
  private final Process process;

  private FrozenInvocation(Invocation invocation, Process process) {
    this.invocation = invocation;
    this.process = process;
  }

  static FrozenInvocation of(Invocation invocation, Process process) {
    signal(process, "STOP");
    return new FrozenInvocation(invocation, process);
  }

  /** Returns what the function was invoked with, as JSON. */
  public String event() {
    return invocation.event();
  }

  /** Lets its process go on; does nothing where it goes on already, or has ended. */
  public void thaw() {
    if (process.isAlive()) {
      signal(process, "CONT");
    }
  }

  /** Returns whether it has answered, or its process has ended. */
  public boolean hasEnded() {
    return invocation.lateResult().isDone() || !process.isAlive();
  }

  /** Returns what it answered, though nobody waits for it any more. */
  public Optional<InvocationResult> lateResult() {
    return Optional.ofNullable(invocation.lateResult().getNow(null));
  }

  /** The JDK can only end a process. */
  private static void signal(Process process, String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new LocalRunnerException("No process can be stopped half way: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
