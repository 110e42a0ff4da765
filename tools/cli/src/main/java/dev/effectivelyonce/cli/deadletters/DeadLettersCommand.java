package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LetterOptions;
import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists dead letters, or counts them by cause. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
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
      "  effectively-once dead-letters --consumer orders --cause 'Gateway answered' --limit 0"
    })
public final class DeadLettersCommand implements Callable<Integer> {
  private static final int DEFAULT_LIMIT = 100;

  private final Host host;
  @Mixin private final LetterOptions target = new LetterOptions();
  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  @Option(names = "--summary", description = "Count the letters by cause and decision.")
  private boolean summary;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 0: no limit. Default: 100, and no limit for --summary.")
  private Optional<Integer> limit = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  private DeadLettersCommand(Host host) {
    this.host = host;
  }

  /** Returns the command with those below it. */
  public static CommandLine of(Host host) {
    return new CommandLine(new DeadLettersCommand(host))
        .addSubcommand(new ShowLetterCommand(host))
        .addSubcommand(new ExportCommand(host))
        .addSubcommand(new DiscardCommand(host))
        .addSubcommand(new ResendCommand(host));
  }

  @Override
  public Integer call() {
    int most = LetterOptions.limit(limit.orElse(summary ? 0 : DEFAULT_LIMIT));
    String consumer = target.consumer();
    try (Session session = Session.open(host, common, spec)) {
      ReplayFilter chosen = filter.filter(consumer, session);
      DeadLetters letters = target.letters(session);
      ReplayListener progress = target.progress(letters, session);
      if (!summary) {
        return LetterLines.list(letters, chosen, most, progress, session);
      }
      SummaryDocument document =
          SummaryDocument.of(letters, chosen, most, id -> {}, progress, session);
      session.output().result(document);
      return LetterLines.exitCode(document.pass().report().end());
    }
  }
}
