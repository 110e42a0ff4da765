package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The file in which letters are saved before anything happens to them. */
final class SavingOptions {
  @Option(
      names = "--saved-to",
      paramLabel = "FILE",
      description =
          "Where they are saved first, a line of JSON each. Default: dead-letters-of-NAME.jsonl.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--dry-run", description = "Show what would be done, and do nothing.")
  private boolean dryRun;

  boolean isDryRun() {
    return dryRun;
  }

  Path path(String consumer, Session session) {
    return session.file(file.orElse(LetterFile.nameFor(consumer)));
  }

  LetterFile open(String consumer, Session session) {
    return LetterFile.open(path(consumer, session));
  }
}
