package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import java.time.Duration;
import java.time.Instant;
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
      "With --step it decides about one step of a handler: `completed` if it happened, `retry` if",
      "not. The record is then released, and its handler goes on from there."
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
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public SettleCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    step.check(decision.settlement);
    try (Session session = Session.open(host, common, spec)) {
      Address address = target.resolve(session);
      RecordView view = Records.view(address, session);
      Output output = session.output();
      output.preview(view);
      IdempotencyRecord seen = Records.changeable(view);
      IdempotencyRecord settled =
          step.step().isPresent()
              ? settleStep(address, seen, session)
              : settleRecord(address, seen, session);
      output.result(Records.view(address, Optional.of(settled), session));
    }
    return ExitCode.DONE;
  }

  private IdempotencyRecord settleRecord(Address address, IdempotencyRecord seen, Session session) {
    checkDoubtful(seen);
    Output output = session.output();
    confirmation.ask("Settle it as " + decision.settlement.status() + "?", output, host);
    IdempotencyRecord settled = settle(address, seen, session);
    output.tell(
        "Settled. Its dead letter, if there is one, is %s by a replay.".formatted(decision.fate));
    return settled;
  }

  private IdempotencyRecord settleStep(Address address, IdempotencyRecord seen, Session session) {
    checkOpen(seen);
    Step decided = step.decided(seen, decision.settlement, session::file);
    Output output = session.output();
    confirmation.ask(
        "Settle step %s as %s?".formatted(decided.name(), decided.state()), output, host);
    Stamp stamp = stamp(seen, address.consumer().retention(), session.now());
    IdempotencyRecord settled =
        Records.written(session.store(address.consumer()).settleStep(seen, decided, stamp));
    output.tell("Settled. The next delivery goes on from there; replay its dead letter.");
    return settled;
  }

  private void checkDoubtful(IdempotencyRecord seen) {
    if (seen.status() == decision.settlement.status()) {
      throw CommandException.refused(
          "The record is " + seen.status() + " already", "There is nothing to settle");
    }
    checkOpen(seen);
  }

  private static void checkOpen(IdempotencyRecord seen) {
    switch (seen.status()) {
      case COMPLETED ->
          throw CommandException.refused(
              "The record is COMPLETED: nothing about it is in doubt",
              "If its event shall run again all the same, `forget` it");
      case INPROGRESS, RETRYABLE, FAILED, UNKNOWN -> {}
    }
  }

  private IdempotencyRecord settle(Address address, IdempotencyRecord seen, Session session) {
    Stamp stamp = stamp(seen, address.consumer().retention(), session.now());
    return Records.written(
        session.store(address.consumer()).settle(seen, decision.settlement, stamp));
  }

  /**
   * Kept for the consumer's retention from now. Where it is not configured, the record tells it:
   * its last write was kept for as long. Its life is never shortened.
   */
  static Stamp stamp(IdempotencyRecord seen, Optional<Duration> configured, Instant now) {
    Duration asWritten = seen.retention();
    Duration longer = configured.filter(it -> it.compareTo(asWritten) > 0).orElse(asWritten);
    Instant until = now.plus(longer);
    Instant untilNow = seen.stamp().at().plus(asWritten);
    return new Stamp(now, until.isAfter(untilNow) ? until : untilNow);
  }
}
