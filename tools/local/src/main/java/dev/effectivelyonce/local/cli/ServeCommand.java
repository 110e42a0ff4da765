package dev.effectivelyonce.local.cli;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.options.RunnerOptions;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Keeps the system up until it is interrupted; what the runner does without a subcommand. */
@Command(
    name = "effectively-once-local",
    mixinStandardHelpOptions = true,
    description = "Runs a synthesized stack on this machine until Ctrl-C.")
final class ServeCommand implements Callable<Integer> {
  @Mixin private final RunnerOptions options = new RunnerOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system =
            LocalSystem.start(
                options
                    .settings()
                    .withAdjustment(template -> Gateways.through(template, gateway)))) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(system, out), "stop"));
      system.warmUp();
      system.startEventSources(InvocationListener.NONE);
      out.println(new Greeting(system, gateway.uri(), OutputsFile.write(system)).text());
      out.flush();
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private static void stop(LocalSystem system, PrintWriter out) {
    system.close();
    out.println("Stopped.");
    out.flush();
  }
}
