package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.record.Forgotten;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.State;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes a record as if nothing had happened. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    header = "Makes a record as if nothing had happened: its event can run again.%n",
    description = {
      "Any further message of the record's key RUNS AGAIN, whether or not its effect happened",
      "before. To decide about a doubtful record use `settle`.",
      "Shows the record, asks, and writes only if it is still as shown. What is left of the record",
      "is gone 15 minutes later: until then it refuses late writes of earlier attempts."
    })
public final class ForgetCommand implements Callable<Integer> {
  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public ForgetCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(host, common, spec)) {
      Shown shown = Shown.of(target.resolve(session), session);
      Intervention forget = new Intervention.Forget();
      shown.check(forget);
      Output output = session.output();
      output.tell(warning(shown.view().state()));
      confirmation.ask("Forget it?", output, host);
      shown.carryOut(forget);
      output.result(new ForgottenDocument(new Forgotten(shown.view()), new CommandWords(session)));
    }
    return ExitCode.DONE;
  }

  private static String warning(State state) {
    return state == State.COMPLETED
        ? "WARNING: this event is done. Once forgotten, the next copy of its message does it AGAIN."
        : "WARNING: once forgotten, the next message with this key runs as if it were the first,"
            + " whatever was done before.";
  }
}
