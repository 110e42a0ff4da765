package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.replay.ReplayFilter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes dead letters into a file, and leaves them in the queue. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    header = "Writes dead letters into a file, and leaves them in the queue.%n",
    description = {
      "Adds a line of JSON for each letter, with all that is needed to send it again. Nobody else",
      "may read the file. Run again after an interruption: a letter that is in it is not added",
      "twice."
    },
    footer = {
      "",
      "Example:",
      "  effectively-once dead-letters export --consumer orders --decision HELD --to held.jsonl"
    })
final class ExportCommand extends LetterCommand {
  @Option(names = "--to", required = true, paramLabel = "FILE", description = "The file.")
  private Path file = Path.of("");

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "How many at most, or all. Default: all.")
  private int limit = LimitParser.ALL;

  @Mixin private final FilterOptions filter = new FilterOptions();

  @Override
  protected int run(Session session) {
    ReplayFilter chosen = filter.filter(consumer(), session);
    DeadLetters letters = letters(session);
    try (LetterFile saved = LetterFile.open(session.file(file))) {
      return done(() -> letters.export(chosen, limit, saved, progress(letters, session)), session);
    }
  }
}
