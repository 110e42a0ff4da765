package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Edit;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.deadletters.ResendPreview;
import dev.effectivelyonce.operations.record.MessageFile;
import dev.effectivelyonce.replay.Force;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a dead letter again, perhaps corrected. */
@Command(
    name = "resend",
    mixinStandardHelpOptions = true,
    header = "Sends a dead letter again, perhaps corrected.%n",
    description = {
      "Sends a letter to its queue and deletes it: with another body, without an attribute, or as",
      "it is. Its message group stays, and so does its business key unless --new-key is given. A",
      "failed record is reopened, as by `replay`. Shows what it would do, asks, and saves the",
      "letter in a file first. Run again after an interruption: the record makes a second copy a",
      "duplicate."
    },
    footer = {
      "",
      "Example:",
      "  effectively-once dead-letters resend ID --consumer orders --body corrected.json"
    })
final class ResendCommand extends LetterCommand {
  @Parameters(paramLabel = "ID", description = "The message id, as `dead-letters` lists it.")
  private String id = "";

  @Option(names = "--body", paramLabel = "FILE", description = "The corrected body.")
  private Optional<Path> body = Optional.empty();

  @Option(
      names = "--without-attribute",
      paramLabel = "NAME",
      description = "Leave out this message attribute. Repeatable.")
  private List<String> without = new ArrayList<>();

  @Option(names = "--new-key", description = "The corrected message may be another event.")
  private boolean newKey;

  @Option(names = "--force", description = "Also if it is too old to tell whether it was done.")
  private boolean force;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; saved with the letter, and in the trail of a record that is reopened.")
  private Optional<String> reason = Optional.empty();

  @Mixin private final SavingOptions saving = new SavingOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected int run(Session session) {
    DeadLetters letters = letters(session, reason);
    Resend resend = resend(session);
    ResendPreview seen = session.running(() -> letters.preview(resend, progress(letters, session)));
    if (seen.refusal().isPresent()) {
      throw seen.refusal().get().refusal();
    }
    if (saving.isDryRun()) {
      session.output().result(new ResendDocument(seen));
      return ExitCode.DONE;
    }
    session.output().preview(new ResendDocument(seen));
    if (reason.isEmpty() && seen.reopens()) {
      ReasonOption.adviseOn(session);
    }
    confirmation.ask("Send it, and delete the dead letter?", session);
    ReasonOption.warn(session);
    try (LetterFile file = saving.open(consumer(), session)) {
      Resend asShown = resend.expecting(seen.replayWould());
      return done(() -> letters.resend(asShown, reason, file, progress(letters, session)), session);
    }
  }

  private Resend resend(Session session) {
    return new Resend(
        id,
        new Edit(body.map(file -> MessageFile.content(session.file(file))), Set.copyOf(without)),
        newKey ? Resend.Key.ANY : Resend.Key.SAME,
        force ? Force.ON : Force.OFF);
  }
}
