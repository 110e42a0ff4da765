package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterOptions;
import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.replay.ReplayFilter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
final class ExportCommand implements Callable<Integer> {
  private final Host host;

  @Option(names = "--to", required = true, paramLabel = "FILE", description = "The file.")
  private Path file = Path.of("");

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Mixin private final LetterOptions target = new LetterOptions();
  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  ExportCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    int most = LetterOptions.limit(limit);
    String consumer = target.consumer();
    try (Session session = Session.open(host, common, spec)) {
      ReplayFilter chosen = filter.filter(consumer, session);
      DeadLetters letters = target.letters(session);
      try (LetterFile saved = LetterFile.open(session.file(file))) {
        WorkResult result =
            session.running(
                () -> letters.export(chosen, most, saved, target.progress(letters, session)));
        WorkDocument document = new WorkDocument(result);
        session.output().result(document);
        return document.exitCode();
      }
    }
  }
}
