package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.DryRunOption;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.operations.file.PrivateFile;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Forgotten;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a record as if nothing had happened. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    header = "Makes a record as if nothing had happened: its event can run again.%n",
    description = {
      "Any further message of the record's key RUNS AGAIN, whether or not its effect happened",
      "before. To decide about a doubtful record use `settle`. To undo or correct what is done",
      "send a new event instead. A completed record needs --reason.",
      "Shows the record, asks, and writes only if it is still as shown. What is left of the record",
      "is gone 15 minutes later: until then it refuses late writes of earlier attempts.",
      "Example: forget --record-id 'orders#...' --reason 'Its effects were restored away' --save"
          + " it.json"
    })
public final class ForgetCommand implements Callable<Integer> {
  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description =
          "Write the record as it was to this new file, as JSON, before it is changed. Nobody else"
              + " may read the file.")
  private Optional<Path> save = Optional.empty();

  @Mixin private final DryRunOption dryRun = new DryRunOption();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public ForgetCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(host, common, spec)) {
      Shown shown = Shown.of(target.resolve(session), reason, session);
      Intervention forget = new Intervention.Forget();
      shown.check(forget);
      save.map(session::file).ifPresent(ForgetCommand::checkNew);
      Output output = session.output();
      output.tell(warning(shown.view()));
      if (dryRun.isGiven()) {
        save.ifPresent(
            file -> output.tell("First it would be saved to " + session.file(file) + "."));
        return shown.dryRun(forget);
      }
      confirmation.ask("Forget it?", output, host);
      save.ifPresent(file -> save(file, shown.view(), session));
      shown.carryOut(forget);
      output.result(new ForgottenDocument(new Forgotten(shown.view()), new CommandWords(session)));
    }
    return ExitCode.DONE;
  }

  private static void save(Path name, RecordView view, Session session) {
    Path file = session.file(name);
    try {
      PrivateFile.create(file, view.json(new CommandWords(session)).toPrettyString() + "\n");
    } catch (IOException e) {
      throw unusable(file);
    }
  }

  /** Checks before anybody is asked that there is no such file yet. */
  private static void checkNew(Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw unusable(file);
    }
  }

  private static OperationException unusable(Path file) {
    return OperationException.usage(
        "The file " + file + " can't be written, so nothing was changed",
        "Give --save a file that does not exist, in a folder that does");
  }

  private static String warning(RecordView view) {
    if (view.state() != State.COMPLETED) {
      return "WARNING: once forgotten, the next message with this key runs as if it were the first,"
          + " whatever was done before.";
    }
    String steps = view.steps().stream().map(Step::name).collect(Collectors.joining(", "));
    return "WARNING: this event is done, and the next copy of its message does it AGAIN: "
        + (steps.isEmpty()
            ? "its whole handler runs a second time, and each effect that has no condition of its"
                + " own happens twice."
            : "these steps run a second time, unless their provider knows them by their key: "
                + steps
                + ".")
        + " The safe way is a new event under an id of its own: docs/operator.md, Run a done event"
        + " again.";
  }
}
