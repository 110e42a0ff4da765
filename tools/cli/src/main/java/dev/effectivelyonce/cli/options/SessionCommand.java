package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.operations.problem.OperationException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command: it opens a session, does its work there, and returns the exit code. */
public abstract class SessionCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() {
    checkUsage();
    Host host = ((Hosted) spec.root().userObject()).host();
    try (Session session = Session.open(host, common, spec)) {
      return run(session);
    }
  }

  /**
   * Checks what can be known before there is a session. Default: nothing.
   *
   * @throws OperationException if the options contradict each other
   */
  protected void checkUsage() {}

  /** Does the work, and returns the exit code. */
  protected abstract int run(Session session);
}
