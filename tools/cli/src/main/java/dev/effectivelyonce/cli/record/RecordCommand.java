package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.RecordView;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that does something to one record: it shows the record, asks, and then writes. */
abstract class RecordCommand extends SessionCommand {
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();

  @Option(names = "--dry-run", description = "Show what would be written, and write nothing.")
  private boolean dryRun;

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected int run(Session session) {
    return run(Shown.of(target.resolve(session), reason, session));
  }

  /** Does it to the record that was shown, and returns the exit code. */
  abstract int run(Shown shown);

  RecordOptions target() {
    return target;
  }

  boolean isDryRun() {
    return dryRun;
  }

  /** Asks, unless it is refused or only to be shown, carries it out, and tells so. */
  int carryOut(Intervention wanted, String question, String told, Shown shown) {
    if (isDryRun()) {
      return shown.dryRun(wanted);
    }
    RecordView now = confirmed(wanted, question, shown);
    shown.session().output().tell(told);
    shown.session().output().result(Shown.document(now, shown.session()));
    return ExitCode.DONE;
  }

  private RecordView confirmed(Intervention wanted, String question, Shown shown) {
    shown.check(wanted);
    ask(question, shown.session());
    return shown.carryOut(wanted);
  }

  void ask(String question, Session session) {
    confirmation.ask(question, session);
  }

  /** Does it to all records that were chosen, and returns the exit code. */
  int carryOut(Intervention wanted, String words, SelectionOptions many, Session session) {
    return new BulkRun(session, wanted, words).of(many, target, reason, confirmation, dryRun);
  }
}
