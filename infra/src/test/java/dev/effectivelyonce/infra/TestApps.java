package dev.effectivelyonce.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.assertions.Template;

/** CDK apps of tests: their output and their function code stay in the test's directory. */
public final class TestApps {
  private static final String FUNCTIONS = "dev.effectivelyonce.functions.";
  private static final List<String> RECEIPTS = List.of(FUNCTIONS + "receipts.ReceiptsHandler");
  private static final List<String> SAMPLES =
      List.of(
          FUNCTIONS + "orders.OrdersHandler",
          FUNCTIONS + "payments.PaymentsHandler",
          FUNCTIONS + "paymentsapi.PaymentsApiHandler",
          FUNCTIONS + "fulfilment.FulfilmentHandler",
          FUNCTIONS + "replay.ReplayHandler",
          FUNCTIONS + "unsettled.UnsettledHandler",
          "dev.effectivelyonce.outbox.OutboxPublisher",
          "dev.effectivelyonce.outbox.OutboxSweeper");

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

  /** The template of a deployment. */
  static Template template(Path directory, Deployment deployment, Path functionsZip) {
    Path root = functionsZip.resolve("../../..").normalize();
    Packages packages = Packages.of(deployment.stage(), root);
    return Template.fromStack(new EffectivelyOnceStack(in(directory), deployment, packages));
  }

  /** Stand-ins for the functions' packages, where the app looks for them: the one of most. */
  public static Path functionsZip(Path projectRoot) {
    Path unused =
        zip(projectRoot.resolve("functions-powertools/target/functions-powertools.zip"), RECEIPTS);
    return zip(projectRoot.resolve("functions/target/functions.zip"), SAMPLES);
  }

  /** A package that holds these classes, or what stands for them. */
  public static Path zip(Path zip, List<String> classes) {
    try {
      Files.createDirectories(zip.resolveSibling("."));
      try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
        for (String name : classes) {
          ZipEntry entry = new ZipEntry(name.replace('.', '/') + ".class");
          // The same bytes each time: the asset's hash is part of templates that are compared.
          entry.setTime(0);
          out.putNextEntry(entry);
        }
      }
      return zip;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
