package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.InvalidConstructException;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.github.cdklabs.cdknag.NagPackProps;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.Aspects;

/**
 * The CDK app: synthesizes the stack of the stage that {@code -c stage=…} names, dev by default,
 * with the changes that the other settings of {@code docs/deploy.md} ask for. With {@code -c
 * kafka=…} it is the stack of shipments instead, with {@code -c rabbitmq=…} that of invoices: an
 * app has one stack, so that no command has to name it.
 */
public final class EffectivelyOnceApp {
  /** Tells a mistake that its message explains in full from a failure that needs a stack trace. */
  private static final int USER_MISTAKE = 2;

  private EffectivelyOnceApp() {}

  /**
   * Without arguments it runs as the CDK command line starts it, whose environment variables say
   * where the output goes and which stage it is. The build gives several apps at once, since each
   * process would start Node and load the CDK again.
   *
   * @param arguments for each app a directory for its output, then its settings as {@code
   *     name=value}
   */
  public static void main(String[] arguments) {
    try {
      requireNode(Optional.ofNullable(System.getenv("PATH")).orElse(""));
      if (arguments.length == 0) {
        synthesize(AppProps.builder());
      }
      int next = 0;
      while (next < arguments.length) {
        AppProps.Builder app = AppProps.builder().outdir(arguments[next++]);
        Map<String, Object> settings = new HashMap<>();
        while (next < arguments.length && arguments[next].contains("=")) {
          String[] setting = arguments[next++].split("=", 2);
          settings.put(setting[0], setting[1]);
        }
        synthesize(app.context(settings));
      }
    } catch (UnusableInputException | InvalidConstructException e) {
      System.err.println(e.getMessage());
      System.exit(USER_MISTAKE);
    }
  }

  private static void synthesize(AppProps.Builder properties) {
    App app = new App(properties.analyticsReporting(false).treeMetadata(false).build());
    addStack(app, Path.of(""));
    app.synth();
  }

  /** Adds the stack and its checks to the app, with what the project's directory holds. */
  static SampleStack addStack(App app, Path projectRoot) {
    Deployment deployment =
        Deployment.from(
            setting ->
                Optional.ofNullable(app.getNode().tryGetContext(setting)).map(Object::toString));
    SampleStack stack = stack(app, deployment, projectRoot);
    Aspects.of(app).add(new AwsSolutionsChecks(NagPackProps.builder().reports(false).build()));
    return stack;
  }

  /** Returns the stack that a deployment asks for. */
  static SampleStack stack(App app, Deployment deployment, Path projectRoot) {
    return deployment
        .kafka()
        .<SampleStack>map(
            arn -> new ShipmentsStack(app, deployment, arn, Packages.functions(projectRoot)))
        .or(
            () ->
                deployment
                    .rabbitMq()
                    .map(
                        broker ->
                            new InvoicesStack(
                                app, deployment, broker, Packages.functions(projectRoot))))
        .orElseGet(
            () ->
                new EffectivelyOnceStack(
                    app, deployment, Packages.of(deployment.stage(), projectRoot)));
  }

  /**
   * The CDK is written in TypeScript: without Node it fails with a stack trace that says little.
   */
  static void requireNode(String path) {
    boolean found =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path)
            .map(directory -> Path.of(directory, "node"))
            .anyMatch(Files::isExecutable);
    if (!found) {
      throw new UnusableInputException(
          "No 'node' on the PATH: the CDK needs Node.js 22 or newer. Install it and run again.");
    }
  }
}
