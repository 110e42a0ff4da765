package dev.effectivelyonce.integration.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The CDK command line against LocalStack, on what the build has synthesized. */
final class Cdk {
  private static final String ACCOUNT = "000000000000";

  private final Settings settings;
  private final URI endpoint;
  private final Path app;

  /**
   * @param gateway the payment gateway that the stack is to call
   */
  Cdk(Settings settings, URI endpoint, URI gateway) {
    this.settings = settings;
    this.endpoint = endpoint;
    this.app = new SynthesizedStack(settings.projectRoot()).calling(gateway);
  }

  static Path executable(Settings settings) {
    return settings.projectRoot().resolve("node_modules/.bin/cdklocal");
  }

  /** Bootstraps the account and deploys the stack, both whether or not that was done before. */
  void deploy() {
    run("bootstrap", "aws://" + ACCOUNT + "/" + LocalStack.REGION);
    run("deploy", "--require-approval", "never");
  }

  void destroy() {
    run("destroy", "--force");
  }

  private void run(String command, String... arguments) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(executable(settings).toString(), command, "--no-notices"));
    words.addAll(List.of("--app", app.toString()));
    words.addAll(List.of(arguments));
    new Command(settings.projectRoot(), words, environment()).run("cdklocal " + command);
  }

  private Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL", endpoint.toString(),
        "AWS_ENDPOINT_URL_S3", endpoint.toString(),
        "LOCALSTACK_HOSTNAME", endpoint.getHost(),
        "EDGE_PORT", Integer.toString(endpoint.getPort()),
        "AWS_ACCESS_KEY_ID", LocalStack.ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY", LocalStack.SECRET_KEY,
        "AWS_REGION", LocalStack.REGION);
  }
}
