package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.cli.letters.FilterOptions;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.letters.Progress;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunMode;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings dead letters back as their records allow. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    header = "Brings dead letters back as their records allow.%n",
    description = {
      "Brings a consumer's dead letters back to its source queue, as their records allow: done",
      "ones are deleted, failed ones reopened and sent, held and live ones left.",
      "What a stream, Kafka or RabbitMQ has parked goes back to the consumer's function.",
      "Asks before it begins; --dry-run shows what it would do with each. Ends early on Ctrl-C,",
      "and another run goes on from there. Stops by itself when what it sends comes straight back."
    },
    footer = {
      "",
      "Example: what failed while the gateway was away, ten a second:",
      "  effectively-once replay --consumer orders --cause 'Gateway answered 503' --min-age 10m"
    })
public final class ReplayCommand extends SessionCommand {
  @Option(
      names = "--consumer",
      required = true,
      paramLabel = "NAME",
      description = "The consumer's name.")
  private String consumer = "";

  @Option(names = "--dry-run", description = "Decide and report, and change nothing.")
  private boolean dryRun;

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "How many messages are replayed and skipped at most, or all. Default: all.")
  private int limit = ReplayRequest.UNLIMITED;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "How many messages are sent per second at most; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private double rate = ReplaySetup.DEFAULT_RATE;

  @Option(
      names = "--quiet",
      description = "Print no progress, and no line for each message that needs attention.")
  private boolean quiet;

  @Option(
      names = "--force",
      description =
          "Also send those too old to tell whether they were done: if they were, their"
              + " effect happens AGAIN.")
  private boolean force;

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected int run(Session session) {
    ReplayRequest request = request(session);
    OperatorContext context = session.context();
    ReplaySetup setup = ReplaySetup.of(context.consumer(consumer), context, reason.given());
    Output output = session.output();
    ReplayResult result =
        nothing(request, setup, session).orElseGet(() -> confirmed(request, setup, session));
    output.result(new ReplayDocument(result, quiet));
    FilterOptions.noneFound(request.filter(), result).ifPresent(output::tell);
    return LetterLines.exitCode(result.report().end());
  }

  /** The result if nobody has to be asked, because there is nothing to replay. */
  private static Optional<ReplayResult> nothing(
      ReplayRequest request, ReplaySetup setup, Session session) {
    return request.mode() == RunMode.DRY_RUN ? Optional.empty() : session.running(setup::ofNothing);
  }

  private ReplayResult confirmed(ReplayRequest request, ReplaySetup setup, Session session) {
    if (request.mode() == RunMode.REPLAY) {
      if (reason.given().isEmpty()) {
        ReasonOption.adviseOn(session);
      }
      confirmation.ask(ReplayConfirmation.about(request, setup), session);
      ReasonOption.warn(session);
    }
    Progress progress =
        Progress.ofReplay(
            session.output(),
            session.context().platform().clock(),
            request.mode(),
            setup.deadLetters().messages());
    ReplayResult result =
        session.running(() -> setup.run(request, quiet ? ReplayListener.NONE : progress));
    progress.end(result.report().counts());
    return result;
  }

  private ReplayRequest request(Session session) {
    return new ReplayRequest(
        dryRun ? RunMode.DRY_RUN : RunMode.REPLAY,
        limit,
        rate == 0 || dryRun ? OptionalDouble.empty() : OptionalDouble.of(rate),
        filter.filter(consumer, session),
        force ? Force.ON : Force.OFF);
  }
}
