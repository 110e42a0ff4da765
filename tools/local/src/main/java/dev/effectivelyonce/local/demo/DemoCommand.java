package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.Calls;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.check.Report;
import dev.effectivelyonce.local.demo.check.Verdict;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.options.RunnerOptions;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.StackTemplate;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Drives the running stack with duplicates, failures and crashes, and compares what the tables hold
 * with what was sent. Exit status: 0 as the guarantee promises, 1 not, 2 wrong usage, 3
 * inconclusive.
 */
@Command(
    name = "demo",
    description = "Drives the stack with faults and compares its tables with what was sent.",
    preprocessor = DemoCommand.WithoutEmpty.class,
    showDefaultValues = true)
public final class DemoCommand implements Callable<Integer> {
  @Mixin private final RunnerOptions runner = new RunnerOptions();
  @Mixin private final DemoOptions options = new DemoOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** The build passes all options always: empty ones keep their defaults. */
  static final class WithoutEmpty implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec ignored, Map<String, Object> info) {
      arguments.removeIf(argument -> argument.endsWith("="));
      return false;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      options.check();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    Optional<Chaos> chaos = options.chaos().map(rate -> new Chaos(rate, options.seed()));
    try (GatewayStandIn gateway = Gateways.faulty(options.gateway(), options.seed())) {
      return run(gateway, chaos);
    } catch (LocalRunnerException | SdkException e) {
      print(
          "%s%nVERDICT: inconclusive, since the run did not come to its end. %s"
              .formatted(e.getMessage(), Report.MORE_TIME));
      return Verdict.INCONCLUSIVE.exitStatus();
    } finally {
      chaos.ifPresent(Chaos::close);
    }
  }

  private int run(GatewayStandIn gateway, Optional<Chaos> chaos) throws InterruptedException {
    Slack slack = options.slack().orElseGet(() -> measured(runner.settings()));
    LocalSettings quiet =
        runner
            .settings()
            .withTimeoutPolicy(Zombies::onTimeout)
            .withAdjustment(template -> Gateways.through(adjust(template, slack), gateway));
    LocalSettings settings = chaos.map(it -> quiet.withWire(it::before)).orElse(quiet);
    Plan plan = options.plan();
    try (LocalSystem system = LocalSystem.start(settings);
        ShipmentsRun shipments = ShipmentsRun.start(settings, options.shipments(), slack)) {
      StackResources stack = new StackResources(system);
      print(
          String.format(
              Locale.ROOT,
              "Seed %d, policy %s: %,d messages, %,d HTTP requests, %,d records of a topic.",
              options.seed(),
              stack.policy(),
              plan.messages().size(),
              plan.requests().size(),
              options.shipments().map(it -> it.messages().size()).orElse(0)));
      system.warmUp(slack.patience());
      PrintWriter out = spec.commandLine().getOut();
      Evidence evidence =
          new Demo(stack, plan, Clock.systemUTC(), out, chaos, slack.patience()).run(gateway);
      Report report = Report.of(Optional.of(evidence), shipments.await());
      chaos.ifPresent(injected -> print("\n" + injected.counts().print() + "\n"));
      print(ofGateway(gateway.calls()));
      print(report.print());
      return report.verdict().exitStatus();
    }
  }

  private Slack measured(LocalSettings settings) {
    Slack slack = Slack.measured(settings);
    if (slack.times() > 1) {
      print(
          "This machine is busy or slow: functions may take %s times as long."
              .formatted(slack.times()));
    }
    return slack;
  }

  private StackTemplate adjust(StackTemplate template, Slack slack) {
    StackTemplate adjusted = Gateways.withShortWaits(template);
    if (options.policy().isPresent()) {
      Map<String, String> changed = Map.of(StackResources.POLICY, options.policy().get().name());
      adjusted = adjusted.withFunctions(function -> function.withEnvironment(changed));
    }
    return slack.given(
        options.chaos().isPresent() ? Chaos.patient(adjusted, Chaos.RECEIVES) : adjusted);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  private static String ofGateway(Calls calls) {
    return String.format(
        Locale.ROOT,
        "Gateway: %,d calls; %,d refused before the charge, %,d cut and %,d answered late after"
            + " it.",
        calls.all(),
        calls.refused(),
        calls.cut(),
        calls.late());
  }
}
