package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.cli.record.CommandWords;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.record.MessageFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a dead letter with all that is known about it. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    header = "Shows a dead letter with all that is known about it.%n",
    description = {
      "Shows body, attributes, who sent it, its record with the steps, and what happened when.",
      "The body may be personal data. Control characters in it are shown, never passed on.",
      "Changes nothing: letters are received, hidden for the run and given back."
    },
    footer = {
      "",
      "Example: which fields contradict the message that came first, of which you have the body:",
      "  effectively-once dead-letters show ID --consumer orders --compare first.json"
    })
final class ShowLetterCommand extends LetterCommand {
  @Parameters(paramLabel = "ID", description = "The message id, as `dead-letters` lists it.")
  private String id = "";

  @Option(
      names = "--show-keys",
      description =
          "Show the business key in clear. The body is always shown, and may have the key in it.")
  private boolean showKeys;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "The body of another message of this key: says which fields differ.")
  private Optional<Path> other = Optional.empty();

  @Override
  protected int run(Session session) {
    DeadLetters letters = letters(session);
    Optional<String> body =
        other.map(file -> MessageFile.content(session.file(file)).stripTrailing());
    LetterDetail detail =
        session.running(() -> letters.detail(id, body, progress(letters, session)));
    session
        .output()
        .result(
            new LetterDocument(
                detail, showKeys ? detail.key() : Optional.empty(), new CommandWords(session)));
    return ExitCode.DONE;
  }
}
