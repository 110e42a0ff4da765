package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.local.demo.check.Report;
import dev.effectivelyonce.local.demo.check.ReportPrinter;
import dev.effectivelyonce.local.demo.check.Rules;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlanRequest;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.options.RunnerOptions;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.StackTemplate;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Drives the running stack with duplicates, failures and crashes, and compares what the tables hold
 * with what was sent. Exit status: 0 as the guarantee promises, 1 not, 2 wrong usage.
 */
@Command(
    name = "demo",
    description = "Drives the stack with faults and compares its tables with what was sent.")
public final class DemoCommand implements Callable<Integer> {
  private static final int AS_PROMISED = 0;
  private static final int NOT_AS_PROMISED = 1;

  @Mixin private final RunnerOptions options = new RunnerOptions();

  @Option(
      names = "--seed",
      defaultValue = "20261101",
      description = "Decides every choice that chance makes. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--orders",
      defaultValue = "5000",
      description = "How many distinct orders. Default: ${DEFAULT-VALUE}")
  private int orders;

  @Option(
      names = "--payments",
      defaultValue = "5000",
      description = "How many distinct payments. Default: ${DEFAULT-VALUE}")
  private int payments;

  @Option(
      names = "--policy",
      description = "RERUN or HOLD for both consumers. Default: as in the stack")
  private Optional<AbandonedClaimPolicy> policy = Optional.empty();

  @Option(
      names = "--visibility",
      description = "A visibility timeout for both queues. Default: as in the stack")
  private Optional<Duration> visibility = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Clock clock = Clock.systemUTC();
    LocalSettings settings =
        options.settings().withTimeoutPolicy(Zombies::onTimeout).withAdjustment(this::adjust);
    try (LocalSystem system = LocalSystem.start(settings)) {
      StackResources stack = new StackResources(system);
      Duration zombieDelay = Zombies.delay(stack.visibility());
      Plan plan = Planner.plan(new PlanRequest(seed, orders, payments, zombieDelay));
      out.println(opening(plan, stack.rules()));
      out.flush();
      system.warmUp();
      Demo.Run run = new Demo(stack, plan, zombieDelay, clock, out).run();
      Report report = Report.of(run.evidence());
      out.println(ReportPrinter.print(report));
      out.println(closing(run, plan));
      out.flush();
      return report.isGood() ? AS_PROMISED : NOT_AS_PROMISED;
    }
  }

  private StackTemplate adjust(StackTemplate template) {
    StackTemplate adjusted = template;
    if (policy.isPresent()) {
      Map<String, String> changed = Map.of(StackResources.POLICY, policy.get().name());
      adjusted = adjusted.withFunctions(function -> function.withEnvironment(changed));
    }
    if (visibility.isPresent()) {
      String seconds = Long.toString(visibility.get().toSeconds());
      adjusted =
          adjusted.withQueues(queue -> queue.withAttribute(StackResources.VISIBILITY, seconds));
    }
    return adjusted;
  }

  private String opening(Plan plan, Rules rules) {
    return """
    Seed %d, policy %s, %,d orders and %,d payments over %d accounts, %,d messages.
    """
        .formatted(
            seed,
            rules.policy(),
            plan.events(DemoQueue.ORDERS).size(),
            plan.events(DemoQueue.PAYMENTS).size(),
            plan.openingCents().size(),
            plan.messages().size())
        .stripTrailing();
  }

  private static String closing(Demo.Run run, Plan plan) {
    double seconds = run.took().toMillis() / 1000.0;
    return "%,d messages in %.0f s: %,.0f per second, %,.0f at best; %,d invocations, %d processes died."
        .formatted(
            plan.messages().size(),
            seconds,
            plan.messages().size() / seconds,
            run.bestPerSecond(),
            run.invocations(),
            run.deaths());
  }
}
