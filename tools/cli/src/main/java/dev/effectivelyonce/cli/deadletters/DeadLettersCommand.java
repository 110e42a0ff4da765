package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists dead letters, or counts them by cause. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    subcommands = {
      ShowLetterCommand.class,
      ExportCommand.class,
      DiscardCommand.class,
      ResendCommand.class
    },
    header = "Lists dead letters; shows, saves, discards or resends them.%n",
    description = {
      "Lists a consumer's dead letters: what a replay would do with each, when it was sent, and"
          + " the",
      "error of its record. With --summary counts them by cause and decision. Changes nothing:",
      "letters are received, hidden for the run and given back."
    },
    footer = {
      "",
      "Example: what is in the queue, by cause; then the letters of one cause:",
      "  effectively-once dead-letters --consumer orders --summary",
      "  effectively-once dead-letters --consumer orders --cause 'Gateway answered' --limit all"
    })
public final class DeadLettersCommand extends LetterCommand {
  private static final int DEFAULT_LIMIT = 100;

  @Mixin private final FilterOptions filter = new FilterOptions();

  @Option(names = "--summary", description = "Count the letters by cause and decision.")
  private boolean summary;

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "How many at most, or all. Default: 100, and all for --summary.")
  private Optional<Integer> limit = Optional.empty();

  private int most() {
    return limit.orElse(summary ? LimitParser.ALL : DEFAULT_LIMIT);
  }

  @Override
  protected int run(Session session) {
    ReplayFilter chosen = filter.filter(consumer(), session);
    DeadLetters letters = letters(session);
    ReplayListener progress = progress(letters, session);
    if (!summary) {
      return LetterLines.list(letters, chosen, most(), progress, session);
    }
    SummaryDocument document =
        SummaryDocument.of(letters, chosen, most(), id -> {}, progress, session);
    session.output().result(document);
    return LetterLines.exitCode(document.pass().report().end());
  }
}
