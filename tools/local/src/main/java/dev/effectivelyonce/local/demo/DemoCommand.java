package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.Calls;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.demo.check.Report;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  private static final int WRONG_USAGE = 2;
  private static final int PERCENT = 100;

  @Mixin private final RunnerOptions runner = new RunnerOptions();
  @Mixin private final DemoOptions options = new DemoOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try {
      return run();
    } catch (WrongUsageException e) {
      PrintWriter errors = spec.commandLine().getErr();
      errors.println(e.getMessage());
      errors.flush();
      return WRONG_USAGE;
    }
  }

  private int run() throws InterruptedException {
    options.check();
    try (GatewayStandIn gateway = Gateways.faulty(options.gateway(), options.seed())) {
      return run(gateway);
    }
  }

  private int run(GatewayStandIn gateway) throws InterruptedException {
    LocalSettings settings =
        runner
            .settings()
            .withTimeoutPolicy(Zombies::onTimeout)
            .withAdjustment(template -> Gateways.through(adjust(template), gateway));
    Optional<Chaos> chaos = options.chaos().map(rate -> new Chaos(rate, options.seed()));
    if (chaos.isEmpty()) {
      return run(settings, chaos, gateway);
    }
    try (Chaos open = chaos.get()) {
      return run(settings.withWire(open::before), chaos, gateway);
    }
  }

  private int run(LocalSettings settings, Optional<Chaos> chaos, GatewayStandIn gateway)
      throws InterruptedException {
    Optional<ShipmentPlan> shipments = options.shipments();
    try (ShipmentsRun beside = ShipmentsRun.start(settings, shipments);
        LocalSystem system = LocalSystem.start(settings)) {
      StackResources stack = new StackResources(system);
      Plan plan = Planner.plan(options.request());
      print(opening(plan));
      print(
          "Policy %s; visibility timeout %s s."
              .formatted(stack.policy(), stack.visibility().toSeconds()));
      shipments.ifPresent(it -> print(opening(it)));
      system.warmUp();
      Demo.Run run =
          new Demo(stack, plan, Clock.systemUTC(), spec.commandLine().getOut(), chaos, gateway)
              .run();
      Report queues = Report.of(run.evidence());
      Report report =
          beside.await().map(it -> queues.with(shipments.orElseThrow(), it)).orElse(queues);
      chaos.ifPresent(injected -> print("\n" + injected.counts().print() + "\n"));
      print(ofGateway(gateway.calls()));
      if (!plan.requests().isEmpty()) {
        print(run.evidence().answers().print(plan.requests().size()));
      }
      print(closing(run, plan));
      print(report.print());
      return report.isGood() ? AS_PROMISED : NOT_AS_PROMISED;
    }
  }

  private StackTemplate adjust(StackTemplate template) {
    StackTemplate adjusted = Gateways.withShortWaits(template);
    if (options.policy().isPresent()) {
      Map<String, String> changed = Map.of(StackResources.POLICY, options.policy().get().name());
      adjusted = adjusted.withFunctions(function -> function.withEnvironment(changed));
    }
    if (options.chaos().isPresent()) {
      adjusted = Chaos.patient(adjusted, Chaos.RECEIVES);
    }
    if (options.visibility().isPresent()) {
      String seconds = Long.toString(options.visibility().get().toSeconds());
      adjusted =
          adjusted.withQueues(queue -> queue.withAttribute(StackResources.VISIBILITY, seconds));
    }
    return adjusted;
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  private String opening(Plan plan) {
    return String.format(
        Locale.ROOT,
        "Seed %d: %,d orders, %,d payments over %d accounts, %,d orders to fulfil, %,d receipts and"
            + " %,d transfers in PostgreSQL, in %,d messages; %,d HTTP requests.",
        options.seed(),
        plan.events(DemoQueue.ORDERS).size(),
        plan.events(DemoQueue.PAYMENTS).size(),
        plan.openingCents().keySet().stream().filter(it -> !plan.isOfRequests(it)).count(),
        plan.events(DemoQueue.FULFILMENT).size(),
        plan.events(DemoQueue.RECEIPTS).size(),
        plan.events(DemoQueue.LEDGER).size(),
        plan.messages().size(),
        plan.requests().size());
  }

  private static String opening(ShipmentPlan shipments) {
    return String.format(
        Locale.ROOT,
        "Shipments: %,d records in a topic of Kafka, a rebalance, a killed broker, and a rewind to"
            + " the beginning.",
        shipments.records().size());
  }

  private static String ofGateway(Calls calls) {
    return String.format(
        Locale.ROOT,
        "Gateway: %,d calls, %.0f %% of them faulty: %,d refused before the charge, %,d cut and %,d"
            + " answered late after it.",
        calls.all(),
        PERCENT * calls.faulty(),
        calls.refused(),
        calls.cut(),
        calls.late());
  }

  private static String closing(Demo.Run run, Plan plan) {
    double seconds = run.took().toMillis() / 1000.0;
    return String.format(
        Locale.ROOT,
        "%,d messages in %.0f s: %,.0f per second, %,.0f at best; %,d invocations, %d processes"
            + " died.",
        plan.messages().size(),
        seconds,
        plan.messages().size() / seconds,
        run.bestPerSecond(),
        run.invocations(),
        run.deaths());
  }
}
