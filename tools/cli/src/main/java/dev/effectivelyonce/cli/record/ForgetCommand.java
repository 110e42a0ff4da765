package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.operations.file.PrivateFile;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
public final class ForgetCommand extends RecordCommand {
  private static final Intervention FORGET = new Intervention.Forget();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description =
          "Write the record as it was to this new file, as JSON, before it is changed. Nobody else"
              + " may read the file.")
  private Optional<Path> save = Optional.empty();

  @Override
  int run(Shown shown) {
    Session session = shown.session();
    Output output = session.output();
    shown.check(FORGET);
    save.map(session::file).ifPresent(ForgetCommand::checkNew);
    output.tell(warning(shown.view()));
    if (isDryRun()) {
      save.ifPresent(file -> output.tell("First it would be saved to " + session.file(file) + "."));
      return shown.dryRun(FORGET);
    }
    ask("Forget it?", session);
    save.ifPresent(file -> save(file, shown.view(), session));
    shown.carryOut(FORGET);
    output.result(new Forgotten(shown.view(), new CommandWords(session)));
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

  private record Forgotten(RecordView before, Move.Words words) implements Document {
    @Override
    public String text() {
      return "Forgotten. The next message that is sent with this key runs.\n";
    }

    @Override
    public ObjectNode json() {
      return Json.with("forgotten", before.id()).and("before", before.json(words)).node();
    }
  }
}
