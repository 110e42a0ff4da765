package dev.effectivelyonce.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awscdk.assertions.Template;

/** The sample's templates. A synthesis takes seconds: each deployment has one for all tests. */
final class SampleStacks implements BeforeAllCallback {
  static final String CLUSTER = "arn:aws:kafka:eu-west-1:123456789012:cluster/shop/5f2b-1";
  static final String ARN = "arn:aws:mq:eu-west-1:123456789012:broker:shop:b-1";
  static final String LOGIN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-1a2b3c";
  static final String BROKER = ARN + "," + LOGIN;

  private static final Path DIRECTORY = Path.of("target/sample-stacks").toAbsolutePath();

  private Optional<ExtensionContext.Store> store = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    store =
        Optional.of(
            context.getRoot().getStore(ExtensionContext.Namespace.create(SampleStacks.class)));
  }

  Template trial() {
    return of(Deployment.of(Stage.trial()));
  }

  Template prod() {
    return of(Deployment.of(Stage.prod()));
  }

  /** Returns the template of a deployment with these settings. */
  Template of(Map<String, String> settings) {
    return of(deployment(settings));
  }

  /** Returns the file of the template of a deployment with these settings. */
  Path file(Map<String, String> settings) throws IOException {
    Template unused = of(settings);
    try (Stream<Path> files = Files.walk(directory(deployment(settings)))) {
      return files.filter(it -> it.toString().endsWith(".template.json")).findFirst().orElseThrow();
    }
  }

  static Deployment deployment(Map<String, String> settings) {
    return Deployment.from(setting -> Optional.ofNullable(settings.get(setting)));
  }

  Template of(Deployment deployment) {
    return store
        .orElseThrow()
        .computeIfAbsent(deployment, SampleStacks::synthesized, Template.class);
  }

  private static Template synthesized(Deployment deployment) {
    return SampleApps.template(
        directory(deployment), deployment, SampleApps.functionsZip(DIRECTORY));
  }

  private static Path directory(Deployment deployment) {
    return DIRECTORY.resolve(Integer.toHexString(deployment.hashCode()));
  }
}
