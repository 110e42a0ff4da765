package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.trail.Reason;
import dev.effectivelyonce.replay.ReplayFilter;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes dead letters, each after it was saved. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    header = "Deletes dead letters, each after it was saved in a file.%n",
    description = {
      "Deletes the letters that are named by --id or chosen by a filter. Their records stay.",
      "Counts them by cause and asks before it begins; what comes after that stays. Each letter is",
      "on the disk before it is deleted. Run again after an interruption: it goes on from there."
    },
    footer = {
      "",
      "Example:",
      "  effectively-once dead-letters discard --consumer orders --decision UNREADABLE \\",
      "    --reason 'test messages of the partner, agreed in INC-12'"
    })
final class DiscardCommand extends LetterCommand {
  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why. It is saved with each letter.")
  private String reason = "";

  @Option(names = "--all", description = "All of the consumer's letters: needed without a filter.")
  private boolean all;

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "How many at most, or all. Default: all.")
  private int limit = LimitParser.ALL;

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final SavingOptions saving = new SavingOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected void checkUsage() {
    super.checkUsage();
    Reason.checked(reason);
  }

  @Override
  protected int run(Session session) {
    ReplayFilter chosen = chosen(session);
    DeadLetters letters = letters(session);
    if (saving.isDryRun() || !confirmation.isGiven()) {
      Set<String> shown = ConcurrentHashMap.newKeySet();
      SummaryDocument preview =
          SummaryDocument.of(
              letters, chosen, limit, shown::add, progress(letters, session), session);
      // What comes while the user reads was not agreed to.
      chosen = chosen.withMessageIds(shown);
      int exitCode = LetterLines.exitCode(preview.pass().report().end());
      if (saving.isDryRun() || exitCode != ExitCode.DONE || preview.pass().count() == 0) {
        session.output().result(preview);
        return exitCode;
      }
      session.output().preview(preview);
      ask(preview.pass(), session);
    }
    return discard(letters, chosen, session);
  }

  private void ask(Pass shown, Session session) {
    confirmation.ask(
        String.format(
            Locale.ROOT,
            "Discard %,d dead letter%s of %s, saved to %s first?",
            shown.count(),
            shown.count() == 1 ? "" : "s",
            shown.queue(),
            saving.path(consumer(), session)),
        session);
  }

  private int discard(DeadLetters letters, ReplayFilter chosen, Session session) {
    ReasonOption.warn(session);
    try (LetterFile file = saving.open(consumer(), session)) {
      return done(
          () -> letters.discard(chosen, limit, reason, file, progress(letters, session)), session);
    }
  }

  private ReplayFilter chosen(Session session) {
    ReplayFilter chosen = filter.filter(consumer(), session);
    if (!all && chosen.equals(ReplayFilter.NONE)) {
      throw OperationException.usage(
          "No letters are named or chosen", "Give --id or a filter, or --all for all of them");
    }
    return chosen;
  }
}
