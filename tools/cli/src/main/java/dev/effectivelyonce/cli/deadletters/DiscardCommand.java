package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LetterOptions;
import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.trail.Reason;
import dev.effectivelyonce.replay.ReplayFilter;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
final class DiscardCommand implements Callable<Integer> {
  private final Host host;

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
      paramLabel = "N",
      description = "How many at most; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Mixin private final LetterOptions target = new LetterOptions();
  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final SavingOptions saving = new SavingOptions();
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  DiscardCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    checkUsage();
    try (Session session = Session.open(host, common, spec)) {
      ReplayFilter chosen = chosen(session);
      DeadLetters letters = target.letters(session);
      if (saving.isDryRun() || !confirmation.isGiven()) {
        Set<String> shown = ConcurrentHashMap.newKeySet();
        SummaryDocument preview = preview(letters, chosen, shown, session);
        // What comes while the user reads was not agreed to.
        chosen = chosen.withMessageIds(shown);
        int exitCode = LetterLines.exitCode(preview.pass().report().end());
        if (saving.isDryRun() || exitCode != ExitCode.DONE || preview.pass().count() == 0) {
          session.output().result(preview);
          return exitCode;
        }
        session.output().preview(preview);
        ask(preview, session);
      }
      return discard(letters, chosen, session);
    }
  }

  private SummaryDocument preview(
      DeadLetters letters, ReplayFilter chosen, Set<String> shown, Session session) {
    return SummaryDocument.of(
        letters,
        chosen,
        LetterOptions.limit(limit),
        shown::add,
        target.progress(letters, session),
        session);
  }

  private void ask(SummaryDocument preview, Session session) {
    int count = preview.pass().count();
    confirmation.ask(
        String.format(
            Locale.ROOT,
            "Discard %,d dead letter%s of %s, saved to %s first?",
            count,
            count == 1 ? "" : "s",
            preview.pass().queue(),
            saving.path(target.consumer(), session)),
        session.output(),
        host);
  }

  private int discard(DeadLetters letters, ReplayFilter chosen, Session session) {
    ReasonOption.warn(session);
    try (LetterFile file = saving.open(target.consumer(), session)) {
      WorkResult result =
          session.running(
              () ->
                  letters.discard(
                      chosen,
                      LetterOptions.limit(limit),
                      reason,
                      file,
                      target.progress(letters, session)));
      WorkDocument document = new WorkDocument(result);
      session.output().result(document);
      return document.exitCode();
    }
  }

  private void checkUsage() {
    target.consumer();
    LetterOptions.limit(limit);
    Reason.checked(reason);
  }

  private ReplayFilter chosen(Session session) {
    ReplayFilter chosen = filter.filter(target.consumer(), session);
    if (!all && chosen.equals(ReplayFilter.NONE)) {
      throw OperationException.usage(
          "No letters are named or chosen", "Give --id or a filter, or --all for all of them");
    }
    return chosen;
  }
}
