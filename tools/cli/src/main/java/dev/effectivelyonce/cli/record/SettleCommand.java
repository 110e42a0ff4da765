package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.DryRunOption;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import dev.effectivelyonce.operations.record.RecordView;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** An operator's decision about a doubtful record. */
@Command(
    name = "settle",
    mixinStandardHelpOptions = true,
    header = "Decides about a doubtful record.%n",
    description = {
      "Decides about a doubtful record: `completed` if its effect happened, so that further",
      "messages are duplicates; `retry` if it did not, so that the next delivery runs.",
      "Shows the record, asks, and writes only if it is still as shown. Sends nothing: after",
      "`retry`, replay its dead letter.",
      "With --list it decides about all records that match: it shows how many, asks once, and ends",
      "with counts. That needs --reason.",
      "With --step it decides about one step of a handler: `completed` if it happened, `retry` if",
      "not. The record is then released, and its handler goes on from there.",
      "Example: settle retry --consumer orders --list held --error Timeout --reason 'T-7: not paid'"
    })
public final class SettleCommand implements Callable<Integer> {
  private enum Choice {
    completed(Settlement.COMPLETED, "deleted"),
    retry(Settlement.RETRYABLE, "sent");

    private final Settlement settlement;
    private final String fate;

    Choice(Settlement settlement, String fate) {
      this.settlement = settlement;
      this.fate = fate;
    }
  }

  private final Host host;

  @Parameters(paramLabel = "completed|retry", description = "The decision.")
  private Choice decision = Choice.completed;

  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final StepOptions step = new StepOptions();
  @Mixin private final SelectionOptions many = new SelectionOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final DryRunOption dryRun = new DryRunOption();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public SettleCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    step.check(decision.settlement, many);
    many.check(target);
    try (Session session = Session.open(host, common, spec)) {
      if (many.isGiven()) {
        return settleMany(session);
      }
      Shown shown = Shown.of(target.resolve(session), reason, session);
      Optional<SettleStep> ofStep = step.wanted(decision.settlement, session);
      if (dryRun.isGiven()) {
        return shown.dryRun(
            ofStep.<Intervention>map(it -> it).orElseGet(() -> new Settle(decision.settlement)));
      }
      RecordView settled =
          ofStep.map(one -> settleStep(one, shown)).orElseGet(() -> settleRecord(shown));
      session.output().result(Shown.document(settled, session));
    }
    return ExitCode.DONE;
  }

  private int settleMany(Session session) {
    int exitCode =
        new BulkRun(
                session,
                new Settle(decision.settlement),
                "settled as " + decision.settlement.status())
            .of(many, target, reason, confirmation, dryRun);
    if (!dryRun.isGiven()) {
      session
          .output()
          .tell("Dead letters of what was settled are %s by a replay.".formatted(decision.fate));
    }
    return exitCode;
  }

  private RecordView settleRecord(Shown shown) {
    Settle settle = new Settle(decision.settlement);
    RecordView settled =
        confirmed(settle, "Settle it as " + decision.settlement.status() + "?", shown);
    shown
        .session()
        .output()
        .tell(
            "Settled. Its dead letter, if there is one, is %s by a replay."
                .formatted(decision.fate));
    return settled;
  }

  private RecordView settleStep(SettleStep one, Shown shown) {
    RecordView settled =
        confirmed(one, "Settle step %s as %s?".formatted(one.step(), one.state()), shown);
    shown
        .session()
        .output()
        .tell("Settled. The next delivery goes on from there; replay its dead letter.");
    return settled;
  }

  private RecordView confirmed(Intervention wanted, String question, Shown shown) {
    shown.check(wanted);
    confirmation.ask(question, shown.session().output(), host);
    return shown.carryOut(wanted);
  }
}
