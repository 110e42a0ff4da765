package dev.effectivelyonce.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.assertions.Template;

/** CDK apps of tests: their output and their function code stay in the test's directory. */
public final class TestApps {
  private TestApps() {}

  /** An app that writes below the directory. */
  public static App in(Path directory) {
    return in(directory, Map.of());
  }

  /** An app that writes below the directory, with context as {@code -c} would give it. */
  public static App in(Path directory, Map<String, String> context) {
    EffectivelyOnceApp.requireNode(System.getenv("PATH"));
    return new App(
        AppProps.builder()
            .outdir(directory.resolve("cdk.out").toString())
            .context(context)
            .analyticsReporting(false)
            .treeMetadata(false)
            .build());
  }

  /** The template of a stage. */
  static Template template(Path directory, Stage stage, Path functionsZip) {
    return template(directory, Deployment.of(stage), functionsZip);
  }

  /** The template of a deployment. */
  static Template template(Path directory, Deployment deployment, Path functionsZip) {
    Path root = functionsZip.resolve("../../..").normalize();
    Packages packages = Packages.of(deployment.stage(), root);
    return Template.fromStack(new EffectivelyOnceStack(in(directory), deployment, packages));
  }

  /** Stand-ins for the functions' packages, where the app looks for them: the one of most. */
  public static Path functionsZip(Path projectRoot) {
    Path unused = zip(projectRoot.resolve("functions-powertools/target/functions-powertools.zip"));
    return zip(projectRoot.resolve("functions/target/functions.zip"));
  }

  private static Path zip(Path zip) {
    try {
      Files.createDirectories(zip.resolveSibling("."));
      return Files.writeString(zip, "not a real package");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
