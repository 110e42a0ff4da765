package dev.effectivelyonce.cli.status;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.status.Status;
import dev.effectivelyonce.operations.status.StatusReader;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how consumers are now. Changes nothing. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    header = "Shows how the consumers are now.%n",
    description = {
      "Shows what waits and fails now: queues, dead letters, errors, alarms, outbox. Receives no",
      "message and changes nothing. What can't be read is shown as \"?\", with the reason below.",
      "Exit code 3 if nothing could be read."
    },
    footer = {"", "Example: effectively-once status --stack EffectivelyOnce-prod --watch 10"})
public final class StatusCommand extends SessionCommand {
  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "Only this consumer. Default: every one of the configuration.")
  private Optional<String> consumer = Optional.empty();

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Look again after so many seconds, until Ctrl-C.")
  private Optional<Integer> watch = Optional.empty();

  @Override
  protected void checkUsage() {
    if (watch.filter(seconds -> seconds < 1).isPresent()) {
      throw OperationException.usage("The seconds to wait are " + watch.get(), "Give 1 or more");
    }
  }

  @Override
  protected int run(Session session) {
    int exitCode = show(session);
    while (watch.isPresent() && hasPaused(Duration.ofSeconds(watch.get()), session)) {
      exitCode = show(session);
    }
    return exitCode;
  }

  private int show(Session session) {
    Status status = StatusReader.read(session.context(), consumer);
    session.output().result(new StatusDocument(status, session::command));
    return status.isBlind() ? ExitCode.UNREACHABLE : ExitCode.DONE;
  }

  private static boolean hasPaused(Duration pause, Session session) {
    try {
      session.host().platform().pause().pause(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
