package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
public final class SettleCommand extends RecordCommand {
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

  @Parameters(paramLabel = "completed|retry", description = "The decision.")
  private Choice decision = Choice.completed;

  @Mixin private final StepOptions step = new StepOptions();
  @Mixin private final SelectionOptions many = new SelectionOptions();

  @Override
  protected void checkUsage() {
    step.check(decision.settlement, many);
    many.check(target());
  }

  @Override
  protected int run(Session session) {
    return many.isGiven() ? settleMany(session) : super.run(session);
  }

  private int settleMany(Session session) {
    int exitCode =
        carryOut(
            new Settle(decision.settlement),
            "settled as " + decision.settlement.status(),
            many,
            session);
    if (!isDryRun()) {
      session
          .output()
          .tell("Dead letters of what was settled are %s by a replay.".formatted(decision.fate));
    }
    return exitCode;
  }

  @Override
  int run(Shown shown) {
    return step.wanted(decision.settlement, shown.session())
        .map(
            one ->
                carryOut(
                    one,
                    "Settle step %s as %s?".formatted(one.step(), one.state()),
                    "Settled. The next delivery goes on from there; replay its dead letter.",
                    shown))
        .orElseGet(
            () ->
                carryOut(
                    new Settle(decision.settlement),
                    "Settle it as " + decision.settlement.status() + "?",
                    "Settled. Its dead letter, if there is one, is %s by a replay."
                        .formatted(decision.fate),
                    shown));
  }
}
