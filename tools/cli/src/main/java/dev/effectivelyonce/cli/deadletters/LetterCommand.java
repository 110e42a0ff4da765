package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.LetterOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.replay.ReplayListener;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;

/** A command that passes over a consumer's dead letters. */
abstract class LetterCommand extends SessionCommand {
  @Mixin private final LetterOptions target = new LetterOptions();

  LetterCommand(Host host) {
    super(host);
  }

  @Override
  protected void checkUsage() {
    target.consumer();
  }

  LetterOptions target() {
    return target;
  }

  /** Returns what tells of a pass while it lasts. */
  ReplayListener progress(DeadLetters letters, Session session) {
    return target.progress(letters, session);
  }

  /** Does work that holds letters, shows what was done, and returns the exit code. */
  static int done(Supplier<WorkResult> work, Session session) {
    WorkDocument document = new WorkDocument(session.running(work));
    session.output().result(document);
    return document.exitCode();
  }
}
