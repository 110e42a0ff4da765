package dev.effectivelyonce.local.options;

import dev.effectivelyonce.local.engines.BrokerAddress;
import dev.effectivelyonce.local.system.LocalSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import picocli.CommandLine.Option;

/**
 * The options that say where the project and the stack are; a mixin of each command. Empty options
 * keep their defaults, since the build passes all of them always.
 */
public final class RunnerOptions {
  private static final String SYNTHESIZED = "infra/target/cdk.out";
  private static final String WORK = "tools/local/target/run";

  /** In a CDK output folder of the user's, which version control ignores. */
  private static final String OWN_WORK = "effectively-once-local/";

  @Option(
      names = "--root",
      description =
          "The project's folder; relative paths start there. Default: the current folder.")
  private Path root = Path.of("");

  @Option(
      names = "--template",
      description =
          "The CDK output folder. The functions' code and logs go to "
              + OWN_WORK
              + "STACK in it. Default: "
              + SYNTHESIZED)
  private String template = "";

  @Option(
      names = "--stack",
      description = "The stack in that folder. Default: " + LocalSettings.TRIAL_STACK)
  private String stack = "";

  @Option(
      names = "--broker",
      description =
          "The broker of RabbitMQ whose queue the stack reads, as amqp://USER:PASSWORD@HOST:PORT."
              + " Default: one of the runner's own, where RabbitMQ is installed")
  private String broker = "";

  /** A path that the user gave, from the project's folder if it is relative. */
  public Path resolve(Path given) {
    return root.toAbsolutePath().resolve(given).normalize();
  }

  /** Settings with the system's clock and random ids. */
  public LocalSettings settings() {
    Path folder = resolve(Path.of(given(template, SYNTHESIZED)));
    String stackName = given(stack, LocalSettings.TRIAL_STACK);
    Path work = template.isEmpty() ? resolve(Path.of(WORK)) : folder.resolve(OWN_WORK + stackName);
    LocalSettings settings =
        LocalSettings.of(folder, work, Clock.systemUTC(), UUID::randomUUID)
            .withStackName(stackName);
    return broker.isEmpty() ? settings : settings.withBroker(BrokerAddress.of(broker));
  }

  private static String given(String option, String otherwise) {
    return option.isEmpty() ? otherwise : option;
  }
}
